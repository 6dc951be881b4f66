import { createTRPCClient, TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { expect, test } from "vitest";
import type { AppRouter } from "../../../server/trpc/router.ts";
import { confirmLink } from "./confirm-link.ts";
import { askToConfirm, currentConfirmation, onConfirmationChange } from "./confirmation.ts";

const refused = (problem: string) =>
  TRPCClientError.from<AppRouter>({
    error: { message: problem, code: -32_003, data: { problem, detail: `why: ${problem}`, httpStatus: 403 } },
  } as never);

/** A client whose calls are answered one after another: a problem refuses, null is done. */
function clientOf(ask: (why: string) => Promise<boolean>, answers: (string | null)[]) {
  const end: TRPCLink<AppRouter> = () => () =>
    observable((observer) => {
      const answer = answers.shift();
      if (answer != null) return observer.error(refused(answer));
      observer.next({ result: { type: "data", data: { done: true } } });
      observer.complete();
    });
  return createTRPCClient<AppRouter>({ links: [confirmLink(ask), end] });
}
const call = (client: ReturnType<typeof clientOf>) => client.keys.create.mutate({ tenantId: "t", name: "n", scopes: ["events:write"] });

test("a call that was refused until it is confirmed who asks is made again by itself, and says why it waits", async () => {
  const asked: string[] = [];
  const client = clientOf(async (why) => asked.push(why) > 0, ["confirmation_needed", null]);
  expect(await call(client)).toEqual({ done: true });
  expect(asked).toEqual(["why: confirmation_needed"]);
});

test("a call that nobody confirmed fails with its refusal, and so does one that is refused once more", async () => {
  await expect(call(clientOf(async () => false, ["confirmation_needed", null]))).rejects.toThrow("confirmation_needed");
  await expect(call(clientOf(async () => true, ["confirmation_needed", "forbidden"]))).rejects.toThrow("forbidden");
  await expect(call(clientOf(async () => true, ["confirmation_needed", "confirmation_needed", null]))).rejects.toThrow(
    "confirmation_needed",
  );
});

test("whatever else is refused is not asked about", async () => {
  const ask = () => Promise.reject(new Error("asked"));
  await expect(call(clientOf(ask, ["forbidden"]))).rejects.toThrow("forbidden");
  expect(await call(clientOf(ask, [null]))).toEqual({ done: true });
});

test("calls that wait at the same time are asked about once, and go on together", async () => {
  let changes = 0;
  const stop = onConfirmationChange(() => changes++);
  const both = Promise.all([askToConfirm("one"), askToConfirm("two")]);
  expect(currentConfirmation()?.why).toBe("one");
  currentConfirmation()?.answer(true);
  expect(await both).toEqual([true, true]);
  expect([currentConfirmation(), changes]).toEqual([undefined, 2]);
  stop();
});
