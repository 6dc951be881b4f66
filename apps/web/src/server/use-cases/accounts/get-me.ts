import { type MeView, publicId, type VisitView, visitRights } from "@hooklane/contracts";
import type { UserActor, Visit } from "../../auth/actor.ts";
import type { Services } from "../../services.ts";

/** Who a person is, and where; all of it comes with their session. */
export const getMe = ({ publicUrl, urlRules, sendsMail }: Services, actor: UserActor): MeView => ({
  user: {
    id: publicId("user", actor.userId),
    name: actor.name,
    email: actor.email,
    verified: actor.verified,
    must_confirm: actor.mustConfirm,
  },
  tenants: (actor.visit ? [{ ...actor.visit, role: "viewer" as const }] : actor.memberships).map(
    ({ tenantId, tenantName, plan, role, deleteAt, hasInbox }) => ({
      id: publicId("tenant", tenantId),
      name: tenantName,
      plan,
      role,
      delete_at: deleteAt,
      has_inbox: hasInbox,
    }),
  ),
  staff: actor.isStaff,
  visit: actor.visit ? visitView(actor.visit) : null,
  sends_mail: sendsMail,
  public_url: publicUrl,
  allow_http: urlRules.allowHttp,
  utc: actor.utcClock,
});

const visitView = ({ tenantId, reason, ticket, isElevated, endsMs }: Visit): VisitView => ({
  tenant_id: publicId("tenant", tenantId),
  reason,
  ticket,
  elevated: isElevated,
  ends_at: new Date(endsMs).toISOString(),
  rights: isElevated ? visitRights : [],
});
