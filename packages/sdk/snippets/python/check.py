import os
import sys

from verify import is_genuine

env = os.environ.get
good = is_genuine(
    env("WEBHOOK_SECRETS", "").split(","),
    env("WEBHOOK_ID"),
    env("WEBHOOK_TIMESTAMP"),
    env("WEBHOOK_SIGNATURE"),
    sys.stdin.buffer.read(),
)
print("genuine" if good else "refused")
sys.exit(0 if good else 1)
