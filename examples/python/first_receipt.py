"""Sells, repeats, returns a part. Every step may be repeated: the ids and keys make it one."""

import json
import os
import urllib.error
import urllib.parse
import urllib.request

URL = os.environ["VERTA_URL"]
TOKEN = os.environ["VERTA_TOKEN"]
PHONE = os.environ.get("VERTA_PHONE", "0671234567")


class Refused(Exception):
    """A problem of RFC 9457: act on `code`, show `detail`."""

    def __init__(self, problem: dict):
        super().__init__(f"{problem['code']}: {problem['detail']}")
        self.code = problem["code"]
        self.data = problem.get("data")


def call(path: str, query: dict, body: dict, key: str = "") -> dict:
    request = urllib.request.Request(
        f"{URL}/pos-api/v1/{path}?{urllib.parse.urlencode(query)}",
        data=json.dumps(body).encode(),
        method="POST",
        headers={
            "Authorization": f"Bearer {TOKEN}",
            "Content-Type": "application/json",
            "Accept-Language": "en",
            **({"Idempotency-Key": key} if key else {}),
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)["data"]
    except urllib.error.HTTPError as error:
        raise Refused(json.load(error)) from None


# 1. What the buyer pays, may spend and will earn. Writes nothing.
sale = {
    "products": [
        {"name": "Coffee", "price": 65, "quantity": 2},
        {"name": "Bun", "price": 40, "quantity": 1},
    ]
}
calculated = call("receipt", {"discount_amount": 0, "phone": PHONE}, sale)
receipt_id = calculated["receipt_id"]

# 2. The receipt; made twice, as after a lost answer: the second answer is the stored receipt.
for _ in range(2):
    call(
        "bonuses/create",
        {"receipt_id": receipt_id, "discount_amount": 0, "phone": PHONE},
        {"register": {}} if calculated["can_register"] else {},
        key=f"sale-{receipt_id}",
    )

# 3. One coffee comes back: first what it would do, then exactly that.
part = {"lines": [{"line": 1, "quantity": 1}]}
estimate = call("bonuses/cancel/estimate", {"receipt_id": receipt_id}, part)
cancelled = call(
    "bonuses/cancel",
    {"receipt_id": receipt_id},
    {**part, "version": estimate["version"], "reason": "One coffee came back"},
    key=f"return-{receipt_id}",
)
print(receipt_id, "returned", cancelled["refund_money"])
