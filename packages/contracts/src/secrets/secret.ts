import { z } from "zod";

/** Secrets that may be live at once: one is current, the others run out. */
export const MAX_LIVE_SECRETS = 5;
const DAY_S = 86_400;
export const DEFAULT_GRACE_SECONDS = DAY_S;
export const MAX_GRACE_SECONDS = 7 * DAY_S;

export const rotateSecretSchema = z.strictObject({
  /** How long the present secret goes on signing beside the new one. */
  grace_seconds: z.int().min(0).max(MAX_GRACE_SECONDS, `at most ${MAX_GRACE_SECONDS} seconds (7 days)`).default(DEFAULT_GRACE_SECONDS),
  /** A signing secret of the caller's own; absent: one is generated. */
  secret: z.string().optional(),
});
export type RotateSecret = z.infer<typeof rotateSecretSchema>;

/** A live signing secret, without its text. */
export interface SecretView {
  id: string;
  /** The current one has no end; previous ones sign beside it until theirs. */
  state: "current" | "previous";
  created_at: string;
  expires_at: string | null;
}

export interface RevealedSecret extends SecretView {
  /** `whsec_…`; null where no key at hand opens it. */
  secret: string | null;
}
