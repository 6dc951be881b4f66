import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { untilDead } from "./liveness-watch.ts";

const rules = { everyMs: 1, timeoutMs: 100, failures: 2, silentMs: 1_000, drainMs: 1_000 };

/** Asks a process that leaves the first `unanswered` questions without an answer, while each of them seems to take `passesMs`. @returns its end, or how often it was asked */
async function watch(unanswered: number, passesMs: number) {
  let asked = 0;
  let now = 0;
  const stop = new AbortController();
  const server = createServer((_, response) => {
    if (++asked <= unanswered) {
      now += passesMs;
    } else {
      response.end("well");
      if (asked > unanswered + 3) stop.abort();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const death = await untilDead(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, rules, stop.signal, () => now);
  server.closeAllConnections();
  server.close();
  return death ?? asked;
}

test("a process is not taken for dead because what watches it stood still for long, and one question without an answer came of it", async () => {
  expect(await watch(1, 3_600_000)).toBe(5);
  expect(await watch(9, 3_600_000)).toBe(13);
});

test("a process that answers none of the questions for so long is dead", async () => {
  expect(await watch(Number.POSITIVE_INFINITY, 101)).toEqual({ why: "no answer for 1 s", answers: false });
});
