# Usage: is_genuine "$secrets" "$id" "$timestamp" "$signatures" < body
# secrets: the endpoint's signing secret, and during a rotation the earlier one, too, with a space between them
# id, timestamp, signatures: the headers webhook-id, webhook-timestamp and webhook-signature
# The secret is an argument of openssl here, which others on the machine can see: for looking at a delivery, not for a service.
is_genuine() (
  set -f
  case $3 in '' | *[!0-9]*) return 1 ;; esac
  [ -n "$2" ] && [ "${#3}" -le 12 ] || return 1
  age=$(($(date +%s) - $3))
  [ "$age" -le 300 ] && [ "$age" -ge -300 ] || return 1
  body=$(mktemp) && trap 'rm -f "$body"' EXIT && cat > "$body" || return 1
  for secret in $1; do
    key=$(printf %s "${secret#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
    [ "${#key}" -ge 48 ] || { echo "the signing secret is missing or cut short" >&2; return 2; }
    expected=$({ printf %s. "$2" "$3" && cat "$body"; } | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
    for given in $4; do
      [ "$given" = "v1,$expected" ] && return 0
    done
  done
  return 1
)
