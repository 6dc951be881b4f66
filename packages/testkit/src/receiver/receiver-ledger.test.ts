import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Arrival, openReceiverLedger, readReceiverLedger } from "./receiver-ledger.ts";

const arrival = (requestId: string): Arrival => ({
  requestId,
  endpoint: "healthy",
  path: "/",
  webhookId: "evt_1",
  idempotencyKey: "k",
  attempt: 1,
  timestampSeconds: 1,
  signature: "valid",
  bodySha256: "b",
  bodyBytes: 2,
  envelopeId: "evt_1",
  dataSha256: "d",
  arrivedAtMs: 5,
});

describe("the receiver's ledger file", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "receiver-ledger-"));
    file = path.join(folder, "ledger.ndjson");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("holds each line before the writer goes on, without being closed", () => {
    const ledger = openReceiverLedger(file);
    ledger.arrived(arrival("a"));
    expect(readReceiverLedger(file)).toEqual([{ ...arrival("a"), statusSent: null, sentAtMs: null }]);
    ledger.sent("a", 200, 9);
    expect(readReceiverLedger(file)).toEqual([{ ...arrival("a"), statusSent: 200, sentAtMs: 9 }]);
    ledger.close();
  });

  it("waits for nothing, unless it is to be synced: then arrivals that come together wait for one sync", async () => {
    const plain = openReceiverLedger(file);
    expect(plain.arrived(arrival("a"))).toBeUndefined();
    plain.close();
    const synced = openReceiverLedger(file, true);
    const [first, second] = [synced.arrived(arrival("b")), synced.arrived(arrival("c"))];
    expect(second).toBe(first);
    await first;
    const third = synced.arrived(arrival("d"));
    expect(third).not.toBe(first);
    await third;
    synced.close();
    expect(readReceiverLedger(file).map(({ requestId }) => requestId)).toEqual(["a", "b", "c", "d"]);
  });

  it("notes when a client went away", () => {
    const ledger = openReceiverLedger(file);
    ledger.arrived(arrival("a"));
    ledger.gone("a", 7);
    ledger.close();
    expect(readReceiverLedger(file)).toEqual([{ ...arrival("a"), statusSent: null, sentAtMs: null, goneAtMs: 7 }]);
  });

  it("is added to by later writers, never overwritten", () => {
    for (const requestId of ["a", "b"]) {
      const ledger = openReceiverLedger(file);
      ledger.arrived(arrival(requestId));
      ledger.close();
    }
    expect(readReceiverLedger(file).map(({ requestId }) => requestId)).toEqual(["a", "b"]);
  });

  it("leaves out a last line that was torn", () => {
    const ledger = openReceiverLedger(file);
    ledger.arrived(arrival("a"));
    ledger.close();
    appendFileSync(file, '{"sent":{"requestId":"a","sta');
    expect(readReceiverLedger(file)).toEqual([{ ...arrival("a"), statusSent: null, sentAtMs: null }]);
  });

  it("refuses to be read when a line inside is broken", () => {
    appendFileSync(file, "garbage\n");
    expect(() => readReceiverLedger(file)).toThrow(`${file}, line 1: not JSON`);
  });

  it("refuses to be read when an answer belongs to no arrival", () => {
    const ledger = openReceiverLedger(file);
    ledger.sent("ghost", 200, 9);
    ledger.close();
    expect(() => readReceiverLedger(file)).toThrow("the ledger answers ghost, which never arrived");
  });

  it("reads lines that lie across the reader's blocks", () => {
    const ledger = openReceiverLedger(file);
    const wide = { ...arrival("wide"), path: `/${"ä".repeat(700_000)}` };
    ledger.arrived(wide);
    ledger.arrived(arrival("next"));
    ledger.close();
    expect(readReceiverLedger(file).map(({ requestId, path: where }) => [requestId, where.length])).toEqual([
      ["wide", 700_001],
      ["next", 1],
    ]);
  });
});
