import { type MeView, publicId } from "@hooklane/contracts";
import type { UserActor } from "../../auth/actor.ts";
import type { Services } from "../../services.ts";

export const getMe = async ({ db, publicUrl, urlRules }: Services, actor: UserActor): Promise<MeView> => ({
  user: { id: publicId("user", actor.userId), name: actor.name, email: actor.email },
  tenants: actor.memberships.map(({ tenantId, tenantName, plan, role }) => ({
    id: publicId("tenant", tenantId),
    name: tenantName,
    plan,
    role,
  })),
  public_url: publicUrl,
  allow_http: urlRules.allowHttp,
  utc: (await db.user.findUnique({ where: { id: actor.userId }, select: { utcClock: true } }))?.utcClock ?? false,
});
