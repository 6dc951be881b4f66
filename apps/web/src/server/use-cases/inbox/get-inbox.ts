import { type InboxRequestView, type InboxView, publicId } from "@hooklane/contracts";
import { type InboxRequestRecord, listInboxRequests } from "@hooklane/db";
import type { Services } from "../../services.ts";

/** A tenant's built-in receiver, with what it holds. */
export async function getInbox({ db, pool, now, urlRules }: Services, tenantId: string): Promise<InboxView> {
  const { inbox } = urlRules;
  const opened = inbox && (await db.inbox.findUnique({ where: { tenantId }, select: { token: true } }));
  if (!inbox || !opened) return { enabled: inbox !== undefined, url: null, endpoint_id: null, requests: [] };
  const url = `${inbox.prefix}${opened.token}`;
  const [endpoint, requests] = await Promise.all([
    db.subscription.findFirst({ where: { tenantId, url, state: { not: "deleted" } }, orderBy: { id: "desc" }, select: { id: true } }),
    listInboxRequests(pool, now(), tenantId),
  ]);
  return { enabled: true, url, endpoint_id: endpoint && publicId("subscription", endpoint.id), requests: requests.map(requestView) };
}

const requestView = ({ id, receivedAt, headers, body, bodyBytes, signature }: InboxRequestRecord): InboxRequestView => ({
  id,
  received_at: receivedAt.toISOString(),
  headers: JSON.parse(headers.toString("utf8")) as [string, string][],
  body: body.toString("utf8"),
  body_bytes: bodyBytes,
  truncated: bodyBytes > body.length,
  signature,
});
