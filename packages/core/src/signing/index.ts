export { idempotencyKey } from "./idempotency-key.ts";
export { formatSecret, parseSecret, type SecretResult } from "./secret.ts";
export { type SignedBody, type SignInput, sign } from "./sign.ts";
export { defaultToleranceSeconds, type VerifyInput, type VerifyResult, verify } from "./verify.ts";
