import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type FaultTest, Skipped } from "../fault-test.ts";
import { startLoad } from "../harness/load.ts";
import { probe } from "../harness/probe.ts";
import { unansweredRequests } from "../harness/producer-lines.ts";
import { settle } from "../harness/settle.ts";
import { shortPolicy } from "../harness/short-policy.ts";

const sizes = { ci: { megabytes: 600, holdSeconds: 10, policy: shortPolicy }, full: { megabytes: 1_024, holdSeconds: 60, policy: {} } };
const ratePerSecond = 50;
/** Large enough that the database needs new space soon. */
const payloadBytes = 16_384;

/** The disk of the database is full for a while: nothing is accepted that cannot be kept, and all goes on once there is space again. */
export const ft10: FaultTest = {
  id: "FT10",
  title: "full disk under the database",
  profiles: ["full"],
  async run({ profile, verdict, world: open, atEnd, say }) {
    const { megabytes, holdSeconds, policy } = profile === "ci" ? sizes.ci : sizes.full;
    const disk = mkdtempSync(path.join(tmpdir(), "hooklane-faults-disk-"));
    const dataFolder = path.join(disk, "data");
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0755`, "tmpfs", disk], { stdio: "pipe" });
    } catch (error) {
      rmdirSync(disk);
      throw new Skipped(`no memory file system can be mounted: ${(error as Error).message.trim()}`);
    }
    atEnd(() => {
      execFileSync("umount", ["-l", disk]);
      rmSync(disk, { recursive: true, force: true });
    });
    const world = await open({ policy, place: { dataFolder }, receivers: { healthy: { kind: "healthy" } } });
    const tenant = await world.tenant("Disk");
    const lane = await tenant.subscribe("healthy");
    const producer = await tenant.producer();
    const load = startLoad(producer, { ratePerSecond, groups: [[lane]], fillerBytes: payloadBytes, resolveSeconds: 120 });
    await probe(world, producer, [lane]);

    const filler = path.join(disk, "filler");
    const fullAtMs = Date.now();
    const until = fullAtMs + holdSeconds * 1_000;
    // What the database frees meanwhile is taken, too
    while (Date.now() < until) {
      fill(filler);
      await sleep(250);
    }
    const acceptedWhileFull = acceptedBetween(producer.records(), until - 1_000, until);
    rmSync(filler);
    say(`the disk was full for ${holdSeconds} s`);
    const freeAtMs = Date.now();
    verdict.figure("time_to_resume_ms", (await probe(world, producer, [lane], 120_000)) - freeAtMs);
    await load.stop();

    verdict.books(await settle(world, { timeoutMs: 120_000, faultsEndedAtMs: freeAtMs }));
    verdict.figure("accepted_in_the_last_full_second", acceptedWhileFull);
    const { serverErrors } = unansweredRequests(world);
    verdict.atLeast("answers_503", serverErrors["503"] ?? 0, 1);
  },
};

/** Writes until no byte is left. */
function fill(file: string): void {
  const descriptor = openSync(file, "a");
  try {
    for (let chunk = Buffer.alloc(1 << 20); ; ) {
      try {
        writeSync(descriptor, chunk);
      } catch {
        if (chunk.length <= 4_096) return;
        chunk = chunk.subarray(0, chunk.length >> 1);
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

const acceptedBetween = (records: readonly { outcome: { kind: string; atMs: number } }[], fromMs: number, toMs: number): number =>
  records.filter(({ outcome }) => outcome.kind === "accepted" && outcome.atMs >= fromMs && outcome.atMs < toMs).length;
