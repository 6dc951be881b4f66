import { afterEach, expect, it } from "vitest";
import { waitFor } from "../wait-for.ts";
import { behaviourOf } from "./behaviour-spec.ts";
import { type Receiver, startReceiver } from "./start-receiver.ts";

let receiver: Receiver | undefined;
afterEach(() => receiver?.stop());

const post = (url: string, signal: AbortSignal) => fetch(url, { method: "POST", body: "{}", signal });

it("an answer without an end is sent piece by piece, and counts as its status from the first on", async () => {
  receiver = await startReceiver({ behaviours: { drip: behaviourOf({ kind: "drip", everyMs: 5 }) } });
  const cut = new AbortController();
  const response = await post(receiver.url("drip"), cut.signal);
  const reader = response.body?.getReader();
  let text = "";
  while (text.length < 3) text += new TextDecoder().decode((await reader?.read())?.value);
  expect([response.status, text]).toEqual([200, expect.stringMatching(/^\.+$/)]);
  cut.abort();
  expect(receiver.copies()).toMatchObject([{ statusSent: 200 }]);
});

it("an answer is sent as fast as the client reads it when there is no pause between its pieces", async () => {
  const chunk = Buffer.alloc(65_536, "x");
  receiver = await startReceiver({
    behaviours: {
      flood: { kind: "scripted", respond: () => ({ kind: "stream", head: "HTTP/1.1 200 OK\r\n\r\n", chunk, everyMs: 0, status: 200 }) },
    },
  });
  const cut = new AbortController();
  const reader = (await post(receiver.url("flood"), cut.signal)).body?.getReader();
  let bytes = 0;
  while (bytes < 50 * chunk.length) bytes += (await reader?.read())?.value?.length ?? 0;
  cut.abort();
});

it("a client that goes away before it was answered is written down with the time, one that was answered is not", async () => {
  receiver = await startReceiver({ behaviours: { hole: { kind: "black_hole" }, well: { kind: "healthy" } } });
  const cut = new AbortController();
  await post(receiver.url("well"), cut.signal);
  const posting = post(receiver.url("hole"), cut.signal);
  const { counts, copies } = receiver;
  await waitFor(() => counts("hole").received === 1, { what: "the request", intervalMs: 5 });
  const before = Date.now();
  cut.abort();
  await expect(posting).rejects.toThrow();
  await waitFor(() => copies().some(({ goneAtMs }) => goneAtMs !== undefined), { what: "the client to have gone", intervalMs: 5 });
  const [answered, held] = copies();
  expect(answered).not.toHaveProperty("goneAtMs");
  expect(held?.statusSent).toBeNull();
  expect(held?.goneAtMs).toBeGreaterThanOrEqual(before);
});
