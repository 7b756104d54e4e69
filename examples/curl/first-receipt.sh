#!/bin/sh
# Sells, repeats, returns a part. Every step may be repeated: the ids and keys make it one.
set -eu
: "${VERTA_URL:?}" "${VERTA_TOKEN:?}"
phone=${VERTA_PHONE:-0671234567}

# call METHOD PATH [BODY] [IDEMPOTENCY-KEY]
call() {
  method=$1 path=$2 body=${3:-} key=${4:-}
  set -- --silent --show-error --fail-with-body --max-time 30 --retry 3
  [ -z "$body" ] || set -- "$@" --header 'Content-Type: application/json' --data "$body"
  [ -z "$key" ] || set -- "$@" --header "Idempotency-Key: $key"
  curl "$@" --request "$method" --header "Authorization: Bearer $VERTA_TOKEN" "$VERTA_URL$path"
}

# The value of a field of one line of JSON. Use jq, if you have it.
field() {
  sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"
}

# 1. What the buyer pays, may spend and will earn. Writes nothing.
sale='{"products":[{"name":"Coffee","price":65,"quantity":2},{"name":"Bun","price":40,"quantity":1}]}'
receipt_id=$(call POST "/pos-api/v1/receipt?discount_amount=0&phone=$phone" "$sale" | field receipt_id)

# 2. The receipt. `register` makes the phone a buyer if it is none yet.
create="/pos-api/v1/bonuses/create?receipt_id=$receipt_id&discount_amount=0&phone=$phone"
call POST "$create" '{"register":{}}' "sale-$receipt_id" >/dev/null

# 3. The same once more, as after a lost answer: the stored receipt, no second one.
call POST "$create" '{"register":{}}' "sale-$receipt_id" >/dev/null

# 4. One coffee comes back: first what it would do, then exactly that.
part='"lines":[{"line":1,"quantity":1}]'
version=$(call POST "/pos-api/v1/bonuses/cancel/estimate?receipt_id=$receipt_id" "{$part}" | field version)
refund=$(call POST "/pos-api/v1/bonuses/cancel?receipt_id=$receipt_id" \
  "{$part,\"version\":$version,\"reason\":\"One coffee came back\"}" "return-$receipt_id" | field refund_money)

echo "$receipt_id returned $refund"
