import { type ProductUnderTest, scrape, startProductUnderTest, waitFor } from "@hooklane/testkit";
import { afterEach, expect, test } from "vitest";

let product: ProductUnderTest | undefined;
afterEach(async () => {
  await product?.dispose();
  product = undefined;
});

test("npm start names the operator port of each process, and web and workers answer there", async () => {
  product = await startProductUnderTest({ HOOKLANE_WORKERS: "2" });
  const urls = new Map(
    [...product.output().matchAll(/^(web|worker-\d): metrics at (http:\S+)\/metrics$/gm)].map((match) => [match[1], match[2]]),
  );
  expect([...urls.keys()].sort()).toEqual(["web", "worker-1", "worker-2"]);
  for (const url of urls.values()) {
    for (const probe of ["livez", "readyz"]) expect((await fetch(`${url}/${probe}`)).status).toBe(200);
    expect((await scrape(url as string)).value("hooklane_process_resident_bytes")).toBeGreaterThan(0);
  }
  const [one, other] = [urls.get("worker-1") as string, urls.get("worker-2") as string];
  await waitFor(
    async () =>
      ((await scrape(one)).value("hooklane_owned_shards") ?? 0) + ((await scrape(other)).value("hooklane_owned_shards") ?? 0) === 1_024,
    {
      what: "all shards to be owned",
      timeoutMs: 30_000,
    },
  );
  expect((await scrape(urls.get("web") as string)).types.has("hooklane_accepted_events_total")).toBe(true);
});

test("a worker whose process stands still is ended and another runs in its place, without hands", async () => {
  product = await startProductUnderTest({});
  const [stopped] = product.pids("worker") as [number];
  process.kill(stopped, "SIGSTOP");
  await waitFor(() => product?.pids("worker").some((pid) => pid !== stopped) ?? false, { what: "another worker", timeoutMs: 120_000 });
  expect(product.output()).toContain("worker-1: is dead and is ended: no answer for 60 s");
  expect(await product.stop()).toBe(0);
});
