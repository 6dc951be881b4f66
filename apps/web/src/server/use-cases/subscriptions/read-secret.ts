import { randomBytes } from "node:crypto";
import { formatSecret, parseSecret } from "../../core.ts";
import { done, type Result, refuse } from "../../result.ts";

const GENERATED_BYTES = 32;

/** The signing secret as text: the caller's own, judged, or a new one. */
export function readSecret(given: string | undefined): Result<string> {
  if (given === undefined) return done(formatSecret(randomBytes(GENERATED_BYTES)));
  return parseSecret(given).ok ? done(given) : refuse("unprocessable", "A secret is whsec_ and the base64 of 24 to 64 bytes.", "secret");
}
