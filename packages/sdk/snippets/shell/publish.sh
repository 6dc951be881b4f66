# The same key makes one event, however often it is sent
curl --fail-with-body --silent --show-error --retry 5 --retry-all-errors --max-time 15 "$HOOKLANE_URL/v1/events" \
  -H "Authorization: Bearer $HOOKLANE_API_KEY" \
  -H "Content-Type: application/json" \
  -H "Idempotency-Key: order-1042-paid" \
  -d '{"type":"order.paid","payload":{"order":1042,"total":"19.90"}}'
