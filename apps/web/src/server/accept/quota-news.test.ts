import type { AlertChange } from "@hooklane/db";
import { expect, test } from "vitest";
import { IngestGate } from "./ingest-gate.ts";
import { QuotaNews } from "./quota-news.ts";

test("C74: a tenant whose events are refused by the thousand is told of it once in a while, each tenant for itself", () => {
  let now = 1_800_000_000_000;
  const told: AlertChange[] = [];
  const news = new QuotaNews({ noteAlert: (alert) => void told.push(alert) }, () => now);
  const gate = new IngestGate(() => now, news.refused);
  const flood = (tenantId: string) => {
    for (let i = 0; i < 1_000; i++) gate.take({ tenantId, plan: "free" }, 100);
  };
  flood("a");
  flood("b");
  flood("a");
  expect(told.map((alert) => "raise" in alert && alert.raise.about)).toEqual([{ tenantId: "a" }, { tenantId: "b" }]);
  expect(told[0]).toMatchObject({ raise: { kind: "ingest_quota", evidence: { per_second: 100 } } });
  now += 600_000;
  flood("a");
  expect(told.length).toBe(3);
});
