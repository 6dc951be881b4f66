import { expect, test } from "vitest";
import { HIDDEN, hideCredentials } from "./hide-credentials.ts";

test("the query of every endpoint's URL and the values of every header that the customer set are hidden, wherever they stand", () => {
  const sent = [
    ["content-type", "application/json"],
    ["X-Attempt", "2"],
    ["authorization", "Bearer canary"],
  ];
  const hidden = hideCredentials({
    data: [{ id: "sub_1", url: "https://a.example/hook?token=canary", description: "a?b" }],
    attempts: [{ request: { headers: sent }, response: { headers: [["x-note", "kept"]], body: "kept" } }],
    endpoint: { url: "https://a.example/hook?token=canary" },
  });
  expect(JSON.stringify(hidden)).not.toContain("canary");
  expect(hidden.data[0]?.description).toBe("a?b");
  expect(hidden.attempts[0]).toEqual({
    request: {
      headers: [
        ["content-type", "application/json"],
        ["X-Attempt", "2"],
        ["authorization", HIDDEN],
      ],
    },
    response: { headers: [["x-note", "kept"]], body: "kept" },
  });
});

test("what is no credential stays as it is", () => {
  const date = new Date(0);
  const answer = { url: "not a url", headers: [["x"]], list: [1, null, "?q=1"], at: date, nested: { kind: "url" } };
  expect(hideCredentials(answer)).toEqual(answer);
  expect(hideCredentials(answer).at).toBe(date);
  expect(hideCredentials(null)).toBeNull();
});
