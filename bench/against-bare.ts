import { startBare } from "./bare/start-bare.ts";
import { flood } from "./load/start-flood.ts";
import { type Sink, startSink } from "./load/start-sink.ts";
import { startBenchProduct } from "./product.ts";
import { median, round2 } from "./statistics.ts";
import { type Endpoint, LIMIT_MS, type Subject } from "./subject.ts";

const ROUNDS = 3;
const HOSTS = 10;
const SUBSCRIPTIONS = 50;
const CONNECTIONS = 64;
const BACKLOG = 30_000;
/** How far the producer may be ahead of the receivers while both directions run. */
const LEAD = 2_000;
const SECONDS = 8;
/** So that neither lane sizes nor rates have to grow first: as after some minutes of such traffic. A host takes 20 requests at a time by default, and so does bare. */
const policy = { rate: { start_per_s: 10_000 }, lane: { start: 20, min: 20 }, host: { bytes_per_s: 1_000_000_000 } };

export const stages = ["accept", "drain", "both", "latency"] as const;
export type Stage = (typeof stages)[number];

interface Measured {
  accept: number;
  acceptP99Ms: number;
  drain: number;
  both: number;
  p50Ms: number;
  p99Ms: number;
}

/**
 * The product against a bare loop that does the same work without policies: accepting alone, draining a backlog alone, both together, and how long an
 * event takes at a third of what both together reached. Bare and product take turns; a ratio is product ÷ bare of one round, and what is told is the
 * median over the rounds.
 */
export async function againstBare(wanted: ReadonlySet<Stage>, say: (line: string) => void): Promise<Record<string, number>> {
  const sink = await startSink(HOSTS);
  const endpoints: Endpoint[] = Array.from({ length: SUBSCRIPTIONS }, (_, i) => ({
    type: `bench.n${i}`,
    url: `http://127.0.0.1:${sink.ports[i % HOSTS]}/${i}`,
  }));
  const types = endpoints.map(({ type }) => type);
  const subjects: Subject[] = [];
  try {
    const bare = await startBare(endpoints);
    subjects.push(bare);
    const product = await startBenchProduct({ endpoints, policy, say });
    subjects.push(product);
    for (const subject of subjects) await together({ subject, sink, types, seconds: 3 }); // warms everything up; not counted

    const rounds: { bare: Partial<Measured>; product: Partial<Measured> }[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      const round = { bare: {} as Partial<Measured>, product: {} as Partial<Measured> };
      if (wanted.has("accept") || wanted.has("drain"))
        for (const subject of subjects) Object.assign(round[subject.name], await acceptThenDrain({ subject, sink, types }));
      if (wanted.has("both") || wanted.has("latency"))
        for (const subject of subjects) round[subject.name].both = await together({ subject, sink, types, seconds: SECONDS });
      if (wanted.has("latency"))
        for (const subject of subjects)
          Object.assign(
            round[subject.name],
            await steady({ subject, sink, types, ratePerSecond: Math.floor((round.product.both ?? 0) / 3) }),
          );
      for (const name of ["bare", "product"] as const) say(`round ${i + 1} ${name.padEnd(7)} ${describe(round[name])}`);
      rounds.push(round);
    }
    return figures(rounds, wanted);
  } finally {
    for (const subject of subjects.reverse()) await subject.stop();
    await sink.stop();
  }
}

interface Run {
  subject: Subject;
  sink: Sink;
  types: readonly string[];
}

/** Accepts a backlog while nothing is delivered, then delivers it while nothing is accepted. Draining ends when the last result is recorded. */
async function acceptThenDrain({ subject, sink, types }: Run): Promise<Pick<Measured, "accept" | "acceptP99Ms" | "drain">> {
  await subject.pause();
  await sink.reset();
  const { accepted, seconds, p99Ms } = await flood(subject, { connections: CONNECTIONS, types, count: BACKLOG });
  await subject.resume();
  await delivered(subject, sink, accepted);
  const endedMs = Date.now();
  const { received, firstMs } = await sink.report();
  if (received < accepted || firstMs === null) throw new Error(`${subject.name}: ${accepted} accepted, ${received} received`);
  return { accept: accepted / seconds, acceptP99Ms: p99Ms, drain: (accepted * 1_000) / (endedMs - firstMs) };
}

/** Until all has been received and recorded. The ledger is asked only then: asked all the while, it spent a tenth of its time on the question. */
async function delivered(subject: Subject, sink: Sink, count: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`${subject.name}: not all of ${count} were received within ${LIMIT_MS} ms`)), LIMIT_MS);
    const stop = sink.follow((received) => {
      if (received < count) return;
      clearTimeout(limit);
      stop();
      resolve();
    });
  });
  await subject.drained();
}

/** Events per second, from the first post until the last result is recorded, with the producer never further ahead than the lead. */
async function together({ subject, sink, types, seconds }: Run & { seconds: number }): Promise<number> {
  await sink.reset();
  const startedMs = Date.now();
  const { accepted } = await flood(subject, { connections: CONNECTIONS, types, seconds, lead: LEAD }, sink);
  await delivered(subject, sink, accepted);
  const rate = (accepted * 1_000) / (Date.now() - startedMs);
  const { received } = await sink.report();
  if (received < accepted) throw new Error(`${subject.name}: ${accepted} accepted, ${received} received`);
  return rate;
}

/** How long events take at a steady rate, from when each was due to be posted until it was received. */
async function steady({
  subject,
  sink,
  types,
  ratePerSecond,
}: Run & { ratePerSecond: number }): Promise<Pick<Measured, "p50Ms" | "p99Ms">> {
  await sink.reset();
  await flood(subject, { connections: CONNECTIONS, types, seconds: SECONDS, ratePerSecond });
  await subject.drained();
  const { p50Ms, p99Ms } = await sink.report();
  if (p50Ms === null || p99Ms === null) throw new Error(`${subject.name}: nothing was received`);
  return { p50Ms, p99Ms };
}

function figures(
  rounds: readonly { bare: Partial<Measured>; product: Partial<Measured> }[],
  wanted: ReadonlySet<Stage>,
): Record<string, number> {
  const ratio = (key: keyof Measured): number =>
    round2(median(rounds.map(({ bare, product }) => (product[key] as number) / Math.max(bare[key] as number, 1))));
  const own = (key: keyof Measured): number => round2(median(rounds.map(({ product }) => product[key] as number)));
  return {
    ...(wanted.has("accept") && { accept_ratio: ratio("accept"), accept_p99_ratio: ratio("acceptP99Ms"), accept_per_s: own("accept") }),
    ...(wanted.has("drain") && { drain_ratio: ratio("drain"), drain_per_s: own("drain") }),
    ...(wanted.has("both") && { both_ratio: ratio("both"), both_per_s: own("both") }),
    ...(wanted.has("latency") && { latency_p50_ms: own("p50Ms"), latency_p99_ms: own("p99Ms"), latency_p99_ratio: ratio("p99Ms") }),
  };
}

const describe = (measured: Partial<Measured>): string =>
  Object.entries(measured)
    .map(([key, value]) => `${key} ${Math.round(value)}${key.endsWith("Ms") ? "" : "/s"}`)
    .join(", ");
