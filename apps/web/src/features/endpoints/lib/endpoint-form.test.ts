import { expect, test } from "vitest";
import { emptyEndpointForm, endpointForm, fieldOf, splitEventTypes } from "./endpoint-form.ts";

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
  expect(fieldOf("constructor")).toBeUndefined();
  expect(fieldOf("tenantId")).toBeUndefined();
});
