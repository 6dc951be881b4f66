import { alertKinds, alertText, type MailContent, publicId } from "@hooklane/contracts";
import type { NoticeKind } from "./alert-life.ts";
import type { AlertRow } from "./alert-rows.ts";

/** What a notice tells of the workspace and the endpoint that an alert is about. */
export interface NoticeContext {
  workspace: string;
  url: string | null;
  deadCount: number;
  oldestDeadAt: Date | null;
}

/** What the mail of one notice says. @param publicUrl where people reach the dashboard; no slash at its end */
export function noticeContent(alert: AlertRow, notice: NoticeKind, context: NoticeContext, publicUrl: string): MailContent {
  const { label } = alertKinds[alert.kind];
  const { cause, fix } = alertText(alert.kind, alert.evidence);
  const { workspace, url, deadCount, oldestDeadAt } = context;
  const about = url ?? alert.host;
  const tenant = publicId("tenant", alert.tenantId);
  const isOpen = notice === "opened";
  return {
    subject: `[${workspace}] ${isOpen ? label : `Over: ${label}`}${about === null ? "" : `: ${about}`}`,
    paragraphs: isOpen ? [`${label}. ${cause}`, fix] : [`This alert is over: ${label}.`],
    facts: [
      ...(about === null ? [] : [[url === null ? "Host" : "Endpoint", about] as const]),
      ["First seen", iso(alert.firstSeenMs)],
      ["Last seen", iso(alert.lastSeenMs)],
      ...(alert.resolvedMs === null ? [] : [["Over since", iso(alert.resolvedMs)] as const]),
      ...(url === null ? [] : [["Dead deliveries that were not replayed", String(deadCount)] as const]),
      ...(deadCount > 0 && oldestDeadAt ? [["The oldest of them is of", oldestDeadAt.toISOString()] as const] : []),
    ],
    action: { label: "Open the alert", url: `${publicUrl}/${tenant}/alerts/${publicId("alert", alert.id)}` },
    closing: [whyClosing(workspace, publicUrl, alert.tenantId)],
  };
}

/** What the mail says that stands for those that were too many. */
export function digestContent({
  tenantId,
  held,
  workspace,
  publicUrl,
}: {
  tenantId: string;
  /** How many. */
  held: number;
  workspace: string;
  publicUrl: string;
}): MailContent {
  const changes = `${held} more ${held === 1 ? "change" : "changes"} of alerts`;
  return {
    subject: `[${workspace}] ${changes}`,
    paragraphs: [`There were ${changes} within the last hour. No single mails were sent of them, so that the others can still be read.`],
    action: { label: "See all alerts", url: `${publicUrl}/${publicId("tenant", tenantId)}/alerts` },
    closing: [whyClosing(workspace, publicUrl, tenantId)],
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();
const whyClosing = (workspace: string, publicUrl: string, tenantId: string): string =>
  `You get this since you own ${workspace} or registered the endpoint. Choose what you get mail of: ${publicUrl}/${publicId("tenant", tenantId)}/notifications`;
