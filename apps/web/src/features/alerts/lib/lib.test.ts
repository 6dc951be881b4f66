import { type AlertView, alertKindNames } from "@hooklane/contracts";
import { expect, test } from "vitest";
import { alertLinks } from "./alert-links.ts";
import { evidenceFacts } from "./evidence-facts.ts";
import { groupAlerts } from "./group-alerts.ts";

const endpoint = (id: string): AlertView["about"] => ({ kind: "endpoint", id, url: `https://rx.example/${id}`, deleted: false });
const alert = (id: string, about: AlertView["about"]): AlertView => ({
  id,
  kind: "circuit_open",
  state: "open",
  about,
  first_seen: "2026-11-29T12:00:00.000Z",
  last_seen: "2026-11-29T12:00:00.000Z",
  count: 1,
  evidence: {},
  resolved_at: null,
  resolved_by: null,
  acknowledged_by: null,
  muted_until: null,
});

test("alerts about one thing stand together, in the order of the newest, and none is lost", () => {
  const groups = groupAlerts([
    alert("1", endpoint("a")),
    alert("2", { kind: "host", host: "rx.example" }),
    alert("3", endpoint("b")),
    alert("4", endpoint("a")),
    alert("5", { kind: "workspace" }),
  ]);
  expect(groups.map(({ alerts }) => alerts.map(({ id }) => id))).toEqual([["1", "4"], ["2"], ["3"], ["5"]]);
});

test("every link of an alert stays within its workspace, and a deleted endpoint has none", () => {
  for (const kind of alertKindNames) {
    for (const { href } of alertLinks("/ten_1", { kind, about: endpoint("sub_1"), evidence: { dead: 1 } }))
      expect(href).toMatch(/^\/ten_1\//);
    expect(alertLinks("/ten_1", { kind, about: { kind: "endpoint", id: "sub_1", url: "", deleted: true }, evidence: {} })).toEqual([]);
  }
});

test("evidence is told by name, moments as moments; what is unknown, empty or no evidence at all is left out", () => {
  expect(
    evidenceFacts({ share: 0.987, http_status: 401, error: null, opened_at: "2026-11-29T12:00:00.000Z", toString: "x", later: 1 }),
  ).toEqual([
    { name: "Share of attempts", value: { text: "98 %" } },
    { name: "HTTP status", value: { text: "401" } },
    { name: "Circuit open since", value: { at: "2026-11-29T12:00:00.000Z" } },
  ]);
  for (const nothing of [null, "text", 1, undefined]) expect(evidenceFacts(nothing)).toEqual([]);
});
