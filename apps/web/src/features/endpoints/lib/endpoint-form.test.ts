import type { SubscriptionView } from "@hooklane/contracts";
import { expect, test } from "vitest";
import { emptyEndpointForm, endpointForm, endpointFormOf, fieldOf, settingsOf, splitEventTypes } from "./endpoint-form.ts";

const faults = (change: object, allowHttp = false) => {
  const parsed = endpointForm(allowHttp).safeParse({ ...emptyEndpointForm, url: "https://a.example/hook", ...change });
  return parsed.success ? [] : parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]);
};

test("a complete form has no fault, and event types may be parted in any way", () => {
  expect(faults({ event_types: "order.paid, order.*\ninvoice.sent" })).toEqual([]);
  expect(splitEventTypes(" a,b  b\nc,")).toEqual(["a", "b", "c"]);
});

test("a URL is judged while it is typed, but not where it leads: that is the server's to say", () => {
  expect(faults({ url: "http://a.example" })[0]?.[0]).toBe("url");
  expect(faults({ url: "http://a.example" }, true)).toEqual([]);
  expect(faults({ url: "https://127.0.0.1/hook" })).toEqual([]);
  expect(faults({ url: "not a url" })[0]?.[1]).toContain("space");
  expect(faults({ url: "" })).toHaveLength(1);
});

test("each wrong event type and header is named", () => {
  expect(faults({ event_types: "order..paid ok" })[0]?.[1]).toContain("order..paid");
  expect(faults({ event_types: " " })).toHaveLength(1);
  expect(faults({ headers: [{ name: "webhook-id", value: "x" }] })[0]).toEqual(["headers.0.name", "set by the platform"]);
});

test("what the server refuses finds its field", () => {
  expect(fieldOf("url")).toBe("url");
  expect(fieldOf("event_types.3")).toBe("event_types");
  expect(fieldOf("custom_headers.x-token")).toBe("headers");
  expect(fieldOf("filter.order.$gt")).toBe("filter");
  expect(fieldOf("retry_policy.base_ms")).toBe("retry");
  expect(fieldOf("constructor")).toBeUndefined();
  expect(fieldOf("tenantId")).toBeUndefined();
});

test("a filter is judged as JSON here, and every number by its range", () => {
  expect(faults({ filter: '{"order.total": {"$gte": 100}}' })).toEqual([]);
  expect(faults({ filter: "[1]" })[0]?.[1]).toContain("object");
  expect(faults({ filter: "{order: 1}" })[0]?.[1]).toContain("not JSON");
  expect(faults({ rate_limit: "0" })).toHaveLength(1);
  expect(faults({ rate_limit: "" })).toEqual([]);
  expect(faults({ retryable: [{ status: "500", max_attempts: "3" }] })[0]?.[0]).toBe("retryable.0.status");
  expect(
    faults({
      retryable: [
        { status: "409", max_attempts: "3" },
        { status: "409", max_attempts: "4" },
      ],
    })[0],
  ).toEqual(["retryable.1.status", "listed twice"]);
  expect(
    faults({
      metadata: [
        { name: "a", value: "1" },
        { name: "a", value: "2" },
      ],
    })[0],
  ).toEqual(["metadata.1.name", "named twice"]);
});

test("an endpoint that is shown and saved unchanged stays what it is, but for its headers, which are masked", () => {
  const endpoint = {
    url: "https://a.example/hook",
    description: "Orders",
    metadata: { team: "blue" },
    event_types: ["order.*"],
    filter: { "order.total": { $gte: 100 } },
    rate_limit: 20,
    format: "raw",
    ordered: true,
    mode: "at_most_once",
    custom_headers: { "x-token": "***" },
    retry_policy: { base_ms: 500, jitter: "equal", on_empty_budget: "dead_letter" },
    retryable_statuses: [{ status: 409, max_attempts: 3 }],
  } as unknown as SubscriptionView;
  const form = endpointFormOf(endpoint);
  expect(endpointForm(false).safeParse(form).success).toBe(true);
  const { custom_headers: _, ...shown } = endpoint;
  const { custom_headers, ...saved } = Object.assign({}, ...Object.values(settingsOf(form)));
  expect(saved).toEqual(shown);
  expect(custom_headers).toEqual({});
});
