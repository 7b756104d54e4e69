/** The introduction of the POS API's reference page, in the Markdown that page renders. */
export const POS_API_GUIDE = `
For tills and accounting systems: JSON over HTTPS, a bearer token, decimal numbers for money.

## Sign in
A cashier signs in with a login and a PIN (\`manager-auth\`). A program gets a long-lived token from
the owner: cabinet, Points of sale, Add, Integration. Either goes into every call:

    Authorization: Bearer <token>

A 401 means that the token ended or was replaced: sign in again and go on with the same receipt.

## A sale in two calls
1. \`POST /pos-api/v1/receipt\` names the buyer (\`phone\` or \`promocode\`) and the sale (\`total\` or
   \`products\`), and answers what the buyer pays, may spend and will earn, with a \`receipt_id\`.
   Writes nothing to the ledger; call it as often as the sum changes.
2. \`POST /pos-api/v1/bonuses/create\` with that \`receipt_id\` and the same \`discount_amount\` makes the
   receipt.

\`\`\`sh
curl -X POST 'https://shop.example/pos-api/v1/receipt?discount_amount=50&phone=0671234567' \\
  -H 'Authorization: Bearer <token>' -H 'Content-Type: application/json' \\
  -d '{"total": 570, "number": "1043"}'
\`\`\`

\`discount_amount\` is the money the buyer takes off by spending bonuses; 1 bonus = 1 currency unit.
When it is 0, send \`bonuses_amount=0\` too, or nothing. A till that keeps receipts itself may skip
the first call: \`create\` takes the sale in \`receipt\`, under a UUIDv7 the till made.

## Repeat without fear
- The same \`receipt_id\` with the same content answers the stored receipt, with the header
  \`Idempotency-Replayed: true\`. With other content it is 409 \`idempotency_conflict\`.
- \`create\`, \`cancel\` and \`add-bonuses-for-cancel\` take an \`Idempotency-Key\` header: one key, one
  effect, one answer. Send one with every such call and repeat it after a time-out.
- \`GET /pos-api/v1/receipts/{id}\` tells whether a receipt whose answer was lost has been made.

## When figures change
If the spend or the sum to pay is not what calculate showed any more, \`create\` answers 409
\`version_conflict\`; \`data\` holds the new figures under the same \`receipt_id\`. Show them and create
again. \`cancel\` does the same when it is given the \`version\` of an estimate that is stale.

## Returns
\`cancel/estimate\` tells what a return does: money, bonuses back to the buyer, bonuses taken back, and
what becomes debt. \`cancel\` does exactly that. Both take \`lines\` with quantities, an \`amount\` of a
receipt without products, or nothing for all that is left.

## Webhooks
The owner names an https address of the public Internet in the cabinet, Webhooks, and chooses events:
\`receipt.completed\`, \`receipt.cancelled\`, \`buyer.joined\`, \`balance.changed\` (by anything but a
receipt). Each is a POST of \`{"type", "timestamp", "data"}\`; a phone is masked.

- Signed as [Standard Webhooks](https://www.standardwebhooks.com) asks. \`webhook-signature\` holds
  \`v1,\` and the base64 HMAC-SHA256 of \`webhook-id.webhook-timestamp.body\`; the key is what follows
  \`whsec_\`, from base64. For a day after a change there are two signatures, by a space.
- Any 2xx within 10 seconds is taken. All else is tried again for three days, ever more rarely; redirects
  are not followed. Then the address is switched off and the owner is mailed.
- At least once, in no order: act once for a \`webhook-id\`, and refuse timestamps older than 5 minutes.

## Refusals
\`application/problem+json\` with a stable \`code\`, a sentence in the language of \`Accept-Language\`
(uk, ru, en) and, for 422, \`fields\`. What belongs to another shop answers like what is not there.

## Numbers and days
Money and bonuses have at most 2 fraction digits, quantities 3; finer input is refused. Moments are
RFC 3339 in UTC; days are days of the shop's time zone.
`.trim()
