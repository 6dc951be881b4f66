import { expect, test } from "vitest";
import { faultGuide } from "./fault-guide.ts";

const causes = [
  ...["http_400", "http_401", "http_403", "http_404", "http_405", "http_410", "http_413", "http_415", "http_422", "http_418"],
  ...["http_3xx", "tls_error", "dns_nxdomain", "blocked_destination"],
];

test.each(causes)("%s has a cause, a way to mend it, and words for a list", (cause) => {
  const { title, why, steps, short } = faultGuide(cause);
  expect(title.length).toBeGreaterThan(10);
  expect(why).toMatch(/\.$/);
  expect(steps.length).toBeGreaterThan(0);
  for (const step of steps) expect(step).toMatch(/\.$/);
  expect(short).not.toMatch(/\.$/);
});

test("a status that nobody foresaw is named, and a word of a newer version is shown as it is", () => {
  expect(faultGuide("http_418").title).toContain("418");
  expect(faultGuide("constructor").short).toContain("constructor");
});

test("only where a signature may be to blame is it asked about", () => {
  expect(causes.filter((cause) => faultGuide(cause).signature)).toEqual(["http_400", "http_401", "http_403"]);
});
