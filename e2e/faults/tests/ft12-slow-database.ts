import { setTimeout as sleep } from "node:timers/promises";
import { sfc32 } from "@hooklane/core";
import type { FaultTest } from "../fault-test.ts";
import { startFaultyProxy } from "../harness/faulty-proxy.ts";
import { startLoad } from "../harness/load.ts";
import { startOwnDatabase } from "../harness/own-database.ts";
import { probe } from "../harness/probe.ts";
import { settle } from "../harness/settle.ts";
import { shortPolicy } from "../harness/short-policy.ts";

const sizes = {
  ci: { phaseSeconds: 6, freezeSeconds: 10, policy: shortPolicy },
  full: { phaseSeconds: 30, freezeSeconds: 60, policy: {} },
};
const ratePerSecond = 30;
const detectionMs = 60_000;
const delayMs = 300;
const resetShare = 0.01;

/** The way to the database is slow, resets, freezes, or swallows what is sent: the product notices, goes on by itself, and the books balance. */
export const ft12: FaultTest = {
  id: "FT12",
  title: "half-open and slow connections to Postgres",
  profiles: ["full"],
  async run({ profile, verdict, world: open, atEnd, say }) {
    const { phaseSeconds, freezeSeconds, policy } = profile === "ci" ? sizes.ci : sizes.full;
    const database = await startOwnDatabase();
    atEnd(database.stop);
    const proxy = await startFaultyProxy(database.port, sfc32(12));
    atEnd(proxy.close);
    const productUrl = database.url.replace(`:${database.port}/`, `:${proxy.port}/`);
    const world = await open({
      workers: 2,
      policy,
      database: { productUrl, url: database.url },
      receivers: { healthy: { kind: "healthy" }, slow: { kind: "slow", delayMs: 300 } },
    });
    const tenant = await world.tenant("Far");
    const eventType = "fault.fanned";
    const fanned = [await tenant.subscribe("healthy", { eventType }), await tenant.subscribe("slow", { eventType })];
    const producer = await tenant.producer();
    const load = startLoad(producer, { ratePerSecond, groups: [fanned], resolveSeconds: 120 });
    await probe(world, producer, fanned);

    /** How long after `sinceMs` an event posted now arrives. */
    const stallMs = async (sinceMs: number): Promise<number> => (await probe(world, producer, fanned, 2 * detectionMs)) - sinceMs;
    proxy.delay(delayMs);
    await sleep(phaseSeconds * 1_000);
    proxy.delay(0);
    verdict.atMost("stall_after_delay_ms", await stallMs(Date.now()), detectionMs);
    say(`${delayMs} ms of delay over`);

    proxy.reset(resetShare);
    await sleep(phaseSeconds * 1_000);
    proxy.reset(0);
    verdict.atMost("stall_after_resets_ms", await stallMs(Date.now()), detectionMs);
    say("resets over");

    proxy.freeze();
    await sleep(freezeSeconds * 1_000);
    proxy.thaw();
    verdict.atMost("stall_after_freeze_ms", await stallMs(Date.now()), detectionMs);
    say("freeze over");

    const droppedAtMs = Date.now();
    proxy.dropSilently();
    verdict.atMost("detection_ms", await stallMs(droppedAtMs), detectionMs);
    const faultsEndedAtMs = Date.now();
    await load.stop();
    verdict.books(await settle(world, { timeoutMs: 240_000, faultsEndedAtMs }));
  },
};
