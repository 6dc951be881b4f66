import json
import os
import time
import urllib.error
import urllib.request

# The same key makes one event, however often it is sent
event = {"type": "order.paid", "payload": {"order": 1042, "total": "19.90"}, "idempotency_key": "order-1042-paid"}
request = urllib.request.Request(
    os.environ["HOOKLANE_URL"] + "/v1/events",
    data=json.dumps(event).encode(),
    headers={"Authorization": "Bearer " + os.environ["HOOKLANE_API_KEY"], "Content-Type": "application/json"},
)
for attempt in range(1, 6):
    try:
        with urllib.request.urlopen(request, timeout=15) as response:
            print(json.load(response)["event_id"])
        break
    except urllib.error.HTTPError as error:
        if attempt == 5 or (error.code < 500 and error.code not in (408, 425, 429)):
            raise SystemExit(error.read().decode())
    except OSError:
        if attempt == 5:
            raise
    time.sleep(2**attempt / 4)
