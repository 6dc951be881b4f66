import base64
import hashlib
import hmac
import re
import time


# secrets: the endpoint's signing secret, and during a rotation the earlier one, too
# id, timestamp, signatures: the headers webhook-id, webhook-timestamp and webhook-signature
# body: the raw bytes of the request, before anything parses them
def is_genuine(secrets, id, timestamp, signatures, body):
    if not id or not signatures or not re.fullmatch(r"[0-9]{1,12}", timestamp or ""):
        return False
    if abs(time.time() - int(timestamp)) > 300:
        return False
    given = [part[3:].encode() for part in signatures.split(" ") if part.startswith("v1,")]
    for secret in secrets:
        key = base64.b64decode(secret.removeprefix("whsec_"))
        if len(key) < 24:
            raise ValueError("the signing secret is missing or cut short")
        digest = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
        if any(hmac.compare_digest(signature, base64.b64encode(digest)) for signature in given):
            return True
    return False
