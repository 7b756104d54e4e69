"""Checks the signature of a webhook (https://www.standardwebhooks.com): exit code 0 when it is ours."""

import base64
import hashlib
import hmac
import os
import sys
import time

TOLERANCE_SECONDS = 300


def is_signed(secret: str, id: str, timestamp: str, signature: str, body: bytes) -> bool:
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    wanted = "v1," + base64.b64encode(digest).decode()
    # Two signatures for a day after the secret was changed.
    return any(hmac.compare_digest(wanted, one) for one in signature.split(" "))


if __name__ == "__main__":
    signed = is_signed(os.environ["VERTA_WEBHOOK_SECRET"], *sys.argv[1:4], sys.stdin.buffer.read())
    print("signed" if signed else "refused")
    sys.exit(0 if signed else 1)
