#!/bin/sh
. "$(dirname "$0")/verify.sh"

if is_genuine "$(printf %s "$WEBHOOK_SECRETS" | tr , ' ')" "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP" "$WEBHOOK_SIGNATURE"; then
  echo genuine
else
  echo refused
  exit 1
fi
