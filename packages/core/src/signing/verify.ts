import { timingSafeEqual } from "node:crypto";
import { type SignInput, signature } from "./sign.ts";

/** How far a receiver's clock and ours may differ, either way. */
export const defaultToleranceSeconds = 300;

export interface VerifyInput extends SignInput {
  /** The `webhook-signature` header. */
  readonly header: string;
  readonly nowSeconds: number;
  readonly toleranceSeconds?: number;
}

export type VerifyResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: "timestamp_too_old" | "timestamp_too_new" | "no_matching_signature" };

/**
 * Does any `v1` signature of the header belong to any of the secrets? Other versions are skipped. The comparison's
 * duration does not depend on the bytes compared.
 */
export function verify(input: VerifyInput): VerifyResult {
  const ageSeconds = input.nowSeconds - input.timestampSeconds;
  const toleranceSeconds = input.toleranceSeconds ?? defaultToleranceSeconds;
  if (ageSeconds > toleranceSeconds) return { ok: false, problem: "timestamp_too_old" };
  // Written so that a timestamp which is no number fails.
  if (!(ageSeconds >= -toleranceSeconds)) return { ok: false, problem: "timestamp_too_new" };
  const expected = input.secrets.map((secret) => signature(input, secret));
  const given = input.header
    .split(" ")
    .filter((part) => part.startsWith("v1,"))
    .map((part) => Buffer.from(part.slice("v1,".length), "base64"));
  const isMatch = given.some((candidate) => expected.some((own) => candidate.length === own.length && timingSafeEqual(candidate, own)));
  return isMatch ? { ok: true } : { ok: false, problem: "no_matching_signature" };
}
