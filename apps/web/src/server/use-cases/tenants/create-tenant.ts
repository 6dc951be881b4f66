import { randomBytes } from "node:crypto";
import { foldEmail, scopes } from "@hooklane/contracts";
import { audit, createApiKey, createTenantWithOwner, type Plan, type PrismaClient } from "@hooklane/db";
import { hashPassword } from "../../auth/password.ts";
import { generateApiKey } from "../../http/api-key.ts";

const PASSWORD_BYTES = 18;

export interface CreateTenantServices {
  db: PrismaClient;
  /** ms since 1970 by the database's clock. */
  now: () => number;
}

export interface CreateTenant {
  name: string;
  email: string;
  kind?: "customer" | "platform";
  plan: Plan;
}

export interface CreatedTenant {
  tenantId: string;
  userId: string;
  email: string;
  /** Generated; shown now and kept only as a hash. */
  password: string;
  /** With every scope; shown now and kept only as a hash. */
  apiKey: string;
}

/** Creates a tenant with an owner who can sign in and an API key with every scope, on the operator's account. @throws when the address is taken */
export async function createTenant({ db, now }: CreateTenantServices, input: CreateTenant): Promise<CreatedTenant> {
  const { name, kind = "customer", plan } = input;
  const email = foldEmail(input.email);
  const password = randomBytes(PASSWORD_BYTES).toString("base64url");
  const passwordHash = await hashPassword(password);
  const { key, prefix, hash: keyHash } = generateApiKey();
  const { tenantId, userId } = await db.$transaction(async (tx) => {
    const created = await createTenantWithOwner(tx, now(), { name, kind, plan, email, passwordHash, verified: true });
    const keyId = await createApiKey(tx, now(), {
      tenantId: created.tenantId,
      name: "First key",
      prefix,
      hash: keyHash,
      scopes,
      createdBy: created.userId,
    });
    const common = { tenantId: created.tenantId, actor: { kind: "operator" }, correlationId: null } as const;
    await audit(tx, now(), {
      ...common,
      action: "tenant.create",
      targetKind: "tenant",
      targetId: created.tenantId,
      after: { name, kind, plan },
    });
    await audit(tx, now(), {
      ...common,
      action: "user.create",
      targetKind: "user",
      targetId: created.userId,
      after: { email, role: "owner" },
    });
    await audit(tx, now(), {
      ...common,
      action: "api_key.create",
      targetKind: "api_key",
      targetId: keyId,
      after: { prefix, scopes: [...scopes] },
    });
    return created;
  });
  return { tenantId, userId, email, password, apiKey: key };
}
