import { z } from "zod";
import { type Scope, scopes } from "./scopes.ts";

export const createKeySchema = z.strictObject({
  name: z.string().trim().min(1, "a name is missing").max(100, "a name has at most 100 characters"),
  scopes: z
    .array(z.enum(scopes))
    .min(1, "a key without a scope can do nothing")
    .transform((list) => scopes.filter((scope) => list.includes(scope))),
});
export type CreateKey = z.infer<typeof createKeySchema>;

export interface ApiKeyView {
  id: string;
  name: string;
  /** The beginning of the key, by which it is told from others. */
  prefix: string;
  scopes: Scope[];
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

export interface CreatedKey extends ApiKeyView {
  /** Shown now and kept only as a hash. */
  key: string;
}
