import { type MeView, publicId } from "@hooklane/contracts";
import type { UserActor } from "../../auth/actor.ts";
import type { Services } from "../../services.ts";

export const getMe = ({ publicUrl, urlRules, sendsMail }: Services, actor: UserActor): MeView => ({
  user: { id: publicId("user", actor.userId), name: actor.name, email: actor.email, verified: actor.verified },
  tenants: actor.memberships.map(({ tenantId, tenantName, plan, role, deleteAt }) => ({
    id: publicId("tenant", tenantId),
    name: tenantName,
    plan,
    role,
    delete_at: deleteAt,
  })),
  sends_mail: sendsMail,
  public_url: publicUrl,
  allow_http: urlRules.allowHttp,
});
