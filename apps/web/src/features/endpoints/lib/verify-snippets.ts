/** How a receiver checks a signature, by language. The secret is read from the environment: code is shared, secrets are not. */
export const verifySnippets = [
  {
    language: "Node.js",
    code: `// npm install standardwebhooks
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

// body: the raw text of the request, not parsed JSON
// throws when the signature is wrong
const event = webhook.verify(body, headers);`,
  },
  {
    language: "Python",
    code: `# pip install standardwebhooks
import os
from standardwebhooks.webhooks import Webhook

webhook = Webhook(os.environ["WEBHOOK_SECRET"])

# body: the raw bytes of the request, not parsed JSON
# raises when the signature is wrong
event = webhook.verify(body, headers)`,
  },
  {
    language: "By hand",
    code: `key      = base64_decode(secret without "whsec_")
signed   = webhook-id + "." + webhook-timestamp + "." + body
expected = "v1," + base64_encode(hmac_sha256(key, signed))

Accept when one of the space-separated values of
webhook-signature equals expected, compared in constant
time, and webhook-timestamp is at most 5 minutes old.
Answer 2xx. A known Idempotency-Key is done already.`,
  },
] as const;
