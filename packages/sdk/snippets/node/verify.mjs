import { createHmac, timingSafeEqual } from "node:crypto";

// secrets: the endpoint's signing secret, and during a rotation the earlier one, too
// id, timestamp, signatures: the headers webhook-id, webhook-timestamp and webhook-signature
// body: the raw bytes of the request, before anything parses them
export function isGenuine(secrets, id, timestamp, signatures, body) {
  if (!id || !signatures || !/^\d{1,12}$/.test(timestamp ?? "")) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const given = signatures.split(" ").filter((part) => part.startsWith("v1,"));
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    if (key.length < 24) throw new Error("the signing secret is missing or cut short");
    const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
    return given.some((part) => {
      const signature = Buffer.from(part.slice(3), "base64");
      return signature.length === expected.length && timingSafeEqual(signature, expected);
    });
  });
}
