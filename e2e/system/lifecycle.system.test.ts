import { childrenOf, descendantsOf, isAlive, type ProductUnderTest, startProductUnderTest, waitFor } from "@hooklane/testkit";
import { afterEach, expect, test } from "vitest";

let product: ProductUnderTest | undefined;
afterEach(async () => {
  await product?.dispose();
  product = undefined;
});

const everything = (p: ProductUnderTest): number[] => [
  ...(["web", "worker", "postgres"] as const).flatMap((kind) => p.pids(kind)),
  ...childrenOf(p.process.pid as number),
];

test("SIGTERM ends web, workers and the database, and exits 0", async () => {
  product = await startProductUnderTest({ HOOKLANE_WORKERS: "2" });
  expect((await fetch(`${product.baseUrl}/readyz`)).status).toBe(200);
  expect(product.pids("worker").length).toBe(2);
  const running = everything(product);
  expect(await product.stop()).toBe(0);
  expect(running.filter(isAlive)).toEqual([]);
});

test("SIGTERM to npm ends everything, too: no shell in between keeps the signal", async () => {
  product = await startProductUnderTest({}, "npm");
  const running = descendantsOf(product.process.pid as number);
  expect(running.length).toBeGreaterThanOrEqual(4);
  product.process.kill("SIGTERM");
  await waitFor(() => running.every((pid) => !isAlive(pid)), { what: "everything to end", timeoutMs: 30_000 });
});

test("kill -9 of the command that started everything ends everything it started", async () => {
  product = await startProductUnderTest({});
  const running = everything(product);
  expect(running.length).toBeGreaterThanOrEqual(3);
  product.process.kill("SIGKILL");
  await waitFor(() => running.every((pid) => !isAlive(pid)), { what: "web, worker and database to end", timeoutMs: 30_000 });
});
