import type { Scope } from "@hooklane/contracts";
import type pg from "pg";
import type { ApiKey } from "../generated/prisma/client.ts";
import { uuidV7 } from "../ids/uuid-v7.ts";
import type { Db } from "../prisma-client.ts";

/** What a request that carries a key may do. */
export interface KeyIdentity {
  keyId: string;
  tenantId: string;
  tenantKind: "customer" | "platform";
  plan: string;
  /** What staff changed of the plan. */
  planOverride: Record<string, number> | null;
  scopes: Scope[];
}

export async function createApiKey(
  db: Db,
  nowMs: number,
  key: { tenantId: string; name: string; prefix: string; hash: Uint8Array; scopes: readonly Scope[]; createdBy: string | null },
): Promise<string> {
  const { id } = await db.apiKey.create({
    data: { ...key, id: uuidV7(nowMs), createdAt: new Date(nowMs), hash: Uint8Array.from(key.hash), scopes: [...key.scopes] },
  });
  return id;
}

/** A tenant's keys, newest first, revoked ones included. */
export const listApiKeys = (db: Db, tenantId: string): Promise<ApiKey[]> =>
  db.apiKey.findMany({ where: { tenantId }, orderBy: { id: "desc" } });

export const countLiveApiKeys = (db: Db, tenantId: string): Promise<number> => db.apiKey.count({ where: { tenantId, revokedAt: null } });

/** Ends a tenant's key. @returns the key as it was; undefined when the tenant has none such */
export async function revokeApiKey(db: Db, nowMs: number, tenantId: string, id: string): Promise<ApiKey | undefined> {
  const key = await db.apiKey.findFirst({ where: { id, tenantId } });
  if (!key) return undefined;
  await db.apiKey.updateMany({ where: { id, tenantId, revokedAt: null }, data: { revokedAt: new Date(nowMs) } });
  return key;
}

/** The identity behind a key's hash; undefined alike for unknown and revoked keys, and for tenants that are deleted or about to be. */
export async function findApiKey(pool: pg.Pool, hash: Uint8Array): Promise<KeyIdentity | undefined> {
  const { rows } = await pool.query<KeyIdentity>({
    name: "find_api_key",
    text: `SELECT k.id AS "keyId", k.tenant_id AS "tenantId", t.kind AS "tenantKind", t.plan, t.plan_override AS "planOverride", k.scopes
      FROM api_keys k JOIN tenants t ON t.id = k.tenant_id WHERE k.hash = $1 AND k.revoked_at IS NULL AND t.deleted_at IS NULL AND t.delete_at IS NULL`,
    values: [hash],
  });
  return rows[0];
}

/** Remembers when keys were last used; called now and then with all keys seen since. */
export async function touchApiKeys(pool: pg.Pool, keyIds: readonly string[]): Promise<void> {
  if (keyIds.length > 0) await pool.query("UPDATE api_keys SET last_used_at = now() WHERE id = ANY($1::uuid[])", [keyIds]);
}
