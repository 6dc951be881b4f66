import { parsePublicId, publicId, type TenantHit, type TenantSearch } from "@hooklane/contracts";
import { type FoundTenant, findTenantsById, findTenantsByText, type TenantIdKind, tenantIdKinds } from "@hooklane/db";
import type { Services } from "../../services.ts";

const MAX_HITS = 20;

/** Finds tenants by whatever a customer may name: their workspace, their e-mail address, any id, the beginning of a key. Nothing typed: the newest. */
export async function searchTenants({ pool }: Pick<Services, "pool">, typed: string): Promise<TenantSearch> {
  const text = typed.trim();
  const id = readId(text);
  if (id) return answer(`${id.kind} id`, await findTenantsById(pool, id.kind, id.uuid));
  if (text.startsWith("hk_")) return answer("key prefix", await findTenantsByText(pool, "key_prefix", text, MAX_HITS));
  if (text.includes("@")) return answer("e-mail address", await findTenantsByText(pool, "email", text, MAX_HITS));
  const byName = await findTenantsByText(pool, "name", text, MAX_HITS);
  if (text === "") return answer("newest", byName);
  if (byName.length > 0) return answer("name", byName);
  return answer("e-mail address", await findTenantsByText(pool, "email", text, MAX_HITS));
}

function readId(text: string): { kind: TenantIdKind; uuid: string } | undefined {
  for (const kind of tenantIdKinds) {
    const uuid = parsePublicId(kind, text);
    if (uuid !== undefined) return { kind, uuid };
  }
  return undefined;
}

const answer = (taken_for: string, found: FoundTenant[]): TenantSearch => ({ taken_for, tenants: found.map(hit) });

const hit = ({ id, name, kind, plan, createdAt, ownerEmail }: FoundTenant): TenantHit => ({
  id: publicId("tenant", id),
  name,
  kind,
  plan,
  created_at: createdAt.toISOString(),
  owner_email: ownerEmail,
});
