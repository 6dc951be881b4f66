import { z } from "zod";
import { idSchema } from "../ids/id-schema.ts";
import { timeSchema } from "../time/time-schema.ts";

/** Secrets that may be live at once: one is current, the others run out. */
export const MAX_LIVE_SECRETS = 5;
const DAY_S = 86_400;
export const DEFAULT_GRACE_SECONDS = DAY_S;
export const MAX_GRACE_SECONDS = 7 * DAY_S;

/** A signing secret of the caller's own choice. */
export const givenSecretSchema = z.string().describe("`whsec_` and base64 of 24 to 64 bytes; absent: one is generated.").optional();

export const rotateSecretSchema = z.strictObject({
  grace_seconds: z
    .int()
    .min(0)
    .max(MAX_GRACE_SECONDS, `at most ${MAX_GRACE_SECONDS} seconds (7 days)`)
    .default(DEFAULT_GRACE_SECONDS)
    .describe("How long the present secret goes on signing beside the new one."),
  secret: givenSecretSchema,
});
export type RotateSecret = z.infer<typeof rotateSecretSchema>;

/** A live signing secret, without its text. */
export const secretSchema = z
  .object({
    id: idSchema("secret", "The secret."),
    state: z.enum(["current", "previous"]).describe("The current one has no end; previous ones sign beside it until theirs."),
    created_at: timeSchema("When it was made."),
    expires_at: timeSchema("When it stops signing.").nullable(),
  })
  .meta({ id: "Secret", description: "A live signing secret, without its text." });

export type SecretView = z.infer<typeof secretSchema>;

export const listSecretsSchema = z.object({ secrets: z.array(secretSchema).describe("Those that still sign, newest first.") });

export interface RevealedSecret extends SecretView {
  /** `whsec_…`; null where no key at hand opens it. */
  secret: string | null;
}
