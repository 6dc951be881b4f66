import { z } from "zod";
import { parsePublicId } from "../ids/public-id.ts";

export const MAX_AUDIENCE_TENANTS = 1_000;

const tenantIdSchema = z.string().transform((text, context) => {
  const id = parsePublicId("tenant", text);
  if (id !== undefined) return id;
  context.addIssue({ code: "custom", message: "expected a tenant's id, like ten_…" });
  return z.NEVER;
});

/** Whose subscriptions an event of a platform key goes to: every tenant's, or those of some. Read as their database ids, each once. */
export const audienceSchema = z.union([
  z.literal("all"),
  z.strictObject({
    tenant_ids: z
      .array(tenantIdSchema)
      .min(1, "an audience has at least one tenant")
      .max(MAX_AUDIENCE_TENANTS, `an audience has at most ${MAX_AUDIENCE_TENANTS} tenants`)
      .transform((ids) => [...new Set(ids)].sort()),
  }),
]);

export type Audience = z.infer<typeof audienceSchema>;
