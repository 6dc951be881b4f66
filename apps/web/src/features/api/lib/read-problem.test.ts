import { expect, test } from "vitest";
import { readProblem } from "./read-problem.ts";

const answered = (data: unknown) => Object.assign(new Error("refused"), { data });

test("a refusal is told in the server's words, value by value, and is not worth asking again", () => {
  const problem = readProblem(answered({ httpStatus: 422, detail: "Not acceptable.", fieldErrors: { url: "No such host.", other: 3 } }));
  expect(problem).toEqual({
    detail: "Not acceptable.",
    fieldErrors: { url: "No such host." },
    isOurs: false,
    isSignedOut: false,
    needsConfirmation: false,
  });
});

test("a call without an answer and a failure of the server are ours, and asking again may help", () => {
  expect(readProblem(new TypeError("Failed to fetch")).isOurs).toBe(true);
  expect(readProblem(answered({ httpStatus: 503, detail: "Not now." }))).toMatchObject({ isOurs: true, detail: "Not now." });
  expect(readProblem("nonsense").detail).not.toBe("");
});

test("a refusal until it is confirmed who asks is told from one for good", () => {
  expect(readProblem(answered({ httpStatus: 403, problem: "confirmation_needed" })).needsConfirmation).toBe(true);
  expect(readProblem(answered({ httpStatus: 403, problem: "forbidden" })).needsConfirmation).toBe(false);
});

test("an ended session is recognised", () => {
  expect(readProblem(answered({ httpStatus: 401 })).isSignedOut).toBe(true);
});
