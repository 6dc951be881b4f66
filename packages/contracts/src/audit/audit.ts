import { z } from "zod";
import { instantSchema } from "../lists/instant.ts";

const MAX_FILTER_CHARACTERS = 100;
const text = z.string().trim().max(MAX_FILTER_CHARACTERS);

/** What of a tenant's audit log is asked for; what is left out does not matter. */
export const auditFilterSchema = z.strictObject({
  /** Public id of a person or key; or `system`, `operator`. */
  actor: text.optional(),
  /** An action, or the first part of one: `api_key` finds `api_key.create`. */
  action: text.regex(/^[a-z_.]*$/, "expected letters, dots and underscores").optional(),
  /** Public id of what was acted on, or its kind. */
  target: text.optional(),
  /** Public id of a visit of support staff. */
  visit: text.optional(),
  since: instantSchema.optional(),
  until: instantSchema.optional(),
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const listAuditSchema = auditFilterSchema.extend({
  limit: z.int().min(1).max(250).default(50),
  cursor: z.string().max(100).optional(),
});

export interface AuditParty {
  kind: string;
  id: string | null;
  /** A person's address, a key's name; null for what is gone or has none. */
  name: string | null;
}

export interface AuditEntryView {
  id: string;
  at: string;
  /** Who did it. */
  actor: AuditParty;
  /** On whose account, when it was done for somebody else. */
  on_behalf_of: AuditParty | null;
  /** `noun.verb`. */
  action: string;
  target: AuditParty;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** The visit of support staff that it was part of. */
  visit: string | null;
  /** The request that it was part of. */
  request_id: string | null;
}
