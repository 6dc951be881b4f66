import { type AlertEvidence, type AlertKind, alertKindNames, type MailContent, renderMail } from "@hooklane/contracts";
import { findLively, hostileText } from "@hooklane/testkit";
import { expect, test } from "vitest";
import type { AlertRow } from "./alert-rows.ts";
import { digestContent, noticeContent } from "./notice-content.ts";

const HOME = "https://hooks.example";
const ID = "0193b1f0-7a5e-7cc1-8d2e-4a1b2c3d4e5f";

/** The evidence of every kind of alert, each text of it somebody else's. */
const evidenceWith: { [K in AlertKind]: (text: string) => AlertEvidence<K> } = {
  configuration_error: (text) => ({ cause: text, http_status: null, hint: text, share: 0.97, since: text }),
  circuit_open: (text) => ({ opened_at: text, error: text }),
  host_unreachable: (text) => ({ opened_at: text, endpoints: 3 }),
  lane_full: (text) => ({ cap: 20, in_flight: 19, since: text }),
  dead_letters: (text) => ({ deaths: 4, reason: text, last_status: 500 }),
  shedding: (text) => ({ started_at: text, backlog: 100_000, backlog_bytes: 1e9 }),
  backlog_age: () => ({ lag_seconds: 600 }),
  endpoint_disabled: (text) => ({ reason: text, disabled_at: text }),
  secret_expiring: (text) => ({ expires_at: text }),
  replay_finished: (text) => ({ job_id: text, state: text, selected: 4, delivered: 2, dead: 2, cancelled: 0 }),
  ingest_quota: () => ({ per_second: 100 }),
};

function alert(kind: AlertKind, text: string, isOver: boolean): AlertRow {
  return {
    id: ID,
    tenantId: ID,
    kind,
    subject: text,
    subscriptionId: ID,
    host: text,
    evidence: evidenceWith[kind](text),
    resolvedBy: null,
    acknowledgedBy: null,
    state: isOver ? "resolved" : "open",
    count: 1,
    firstSeenMs: 0,
    lastSeenMs: 1,
    resolvedMs: isOver ? 2 : null,
    mutedUntilMs: null,
    isTold: false,
    toldMs: null,
    noticeMs: 0,
  };
}

const judge = (of: (text: string) => MailContent): string[] => findLively(renderMail(of(hostileText)), renderMail(of("word")), HOME);

test.each(alertKindNames)("C68: whatever a workspace, a URL and an answer say, the mails of %s are inert", (kind) => {
  for (const notice of ["opened", "resolved"] as const) {
    for (const hasUrl of [true, false]) {
      const of = (text: string) => {
        const context = { workspace: text, url: hasUrl ? text : null, deadCount: 2, oldestDeadAt: new Date(0) };
        return noticeContent(alert(kind, text, notice === "resolved"), notice, context, HOME);
      };
      expect(judge(of)).toEqual([]);
    }
  }
});

test("C68: so is the mail that stands for many", () => {
  expect(judge((text) => digestContent({ tenantId: ID, held: 3, workspace: text, publicUrl: HOME }))).toEqual([]);
});
