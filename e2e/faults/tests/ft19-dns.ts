import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type FaultContext, type FaultTest, Skipped } from "../fault-test.ts";
import { startLoad } from "../harness/load.ts";
import { type NameAnswer, type NameServer, startNameServer } from "../harness/name-server.ts";
import { probe } from "../harness/probe.ts";
import { settle } from "../harness/settle.ts";
import { shortPolicy } from "../harness/short-policy.ts";
import type { Lane, Tenant } from "../harness/tenant.ts";
import { compareVictims } from "../harness/with-and-without.ts";

const sizes = {
  ci: { healthy: 5, silent: 10, phaseSeconds: 4, downSeconds: 10, policy: shortPolicy, ratio: 1.5, slackMs: 50 },
  full: { healthy: 20, silent: 50, phaseSeconds: 30, downSeconds: 60, policy: {}, ratio: 1.5, slackMs: 5 },
};
const nameServerAddress = "127.77.0.53";
const allowed = "127.0.0.1";
/** A loopback address that this run's product may not contact. */
const refused = "127.0.0.2";
const dnsTotalMs = 6_000;

/** Name servers that are silent, fail, change their answers or go away: other names are not held up, and no refused address is contacted. */
export const ft19: FaultTest = {
  id: "FT19",
  title: "silent, failing and lying name servers",
  profiles: ["full"],
  async run(context) {
    const { profile, verdict, world: open, atEnd, say } = context;
    const size = profile === "ci" ? sizes.ci : sizes.full;
    const server = await nameServer(context);
    const world = await open({
      policy: size.policy,
      receivers: { healthy: { kind: "healthy" } },
      place: { through: withResolver(context, server.address) },
      env: { HOOKLANE_EGRESS_ALLOW: `${allowed}/32` },
    });
    const port = world.receivers?.ports.healthy ?? 0;
    const forbidden = await listenWhereItIsForbidden(port);
    atEnd(forbidden.close);
    const victim = await world.tenant("Victim");
    const dead = await world.tenant("Dead");
    const subscribe = (tenant: Tenant, kind: string, count: number): Promise<Lane[]> =>
      Promise.all(
        Array.from({ length: count }, (_, i) =>
          tenant.subscribe("healthy", { eventType: `fault.${kind}_${i}`, url: `http://${kind}-${i}.faults.test:${port}/` }),
        ),
      );
    const victims = await subscribe(victim, "healthy", size.healthy);
    const silent = [...(await subscribe(dead, "silent", size.silent)), ...(await subscribe(dead, "servfail", size.silent / 5))];
    const { withoutMs, besideMs } = await compareVictims({
      world,
      victims: { tenant: victim, lanes: victims, ratePerSecond: size.healthy * 2 },
      sick: { tenant: dead, lanes: silent, ratePerSecond: size.silent },
      phaseSeconds: size.phaseSeconds,
      totalMs: dnsTotalMs,
      say,
    });
    const flipping = await subscribe(victim, "flip", 5);
    const many = await subscribe(victim, "many", 1);
    const producer = await victim.producer();
    await startLoad(producer, { ratePerSecond: 20, groups: [...flipping, ...many].map((lane) => [lane]), seconds: size.phaseSeconds }).done;

    server.silence(true);
    const load = startLoad(producer, { ratePerSecond: 5, groups: victims.map((lane) => [lane]) });
    await sleep(size.downSeconds * 1_000);
    server.silence(false);
    const upAtMs = Date.now();
    say(`no name was answered for ${size.downSeconds} s`);
    verdict.figure("time_to_resume_ms", (await probe(world, producer, victims.slice(0, 1), 120_000)) - upAtMs);
    await load.stop();

    verdict.books(await settle(world, { timeoutMs: 60_000, sick: [...silent, ...flipping, ...many, ...victims] }));
    verdict.figure("victim_p99_ms_without", withoutMs);
    verdict.atMost("victim_p99_ms_beside", besideMs, size.ratio * withoutMs + size.slackMs);
    verdict.figure("victim_p99_ratio", besideMs / withoutMs);
    verdict.exactly("connections_to_refused_addresses", forbidden.connections(), 0);
    verdict.figure("questions", server.questions());
  },
};

async function nameServer({ atEnd }: FaultContext): Promise<NameServer> {
  let flips = 0;
  const answer = (name: string): NameAnswer => {
    const kind = name.split("-")[0];
    if (kind === "silent") return "silence";
    if (kind === "servfail") return "servfail";
    if (kind === "many") return { addresses: Array<string>(28).fill(allowed) };
    if (kind === "flip") return { addresses: [flips++ % 2 === 0 ? allowed : refused] };
    return name.endsWith(".faults.test") ? { addresses: [allowed] } : "nxdomain";
  };
  try {
    const server = await startNameServer(nameServerAddress, answer);
    atEnd(server.close);
    return server;
  } catch (error) {
    throw new Skipped(`a name server cannot be started: ${(error as Error).message}`);
  }
}

/** A command that gives what follows it a resolv.conf of its own. */
function withResolver({ atEnd }: FaultContext, address: string): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "hooklane-faults-dns-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "resolv.conf");
  writeFileSync(file, `nameserver ${address}\n`);
  const through = ["unshare", "--mount", "sh", "-c", 'mount --bind "$0" /etc/resolv.conf && exec "$@"', file];
  try {
    execFileSync(through[0] as string, [...through.slice(1), "true"], { stdio: "pipe" });
  } catch (error) {
    throw new Skipped(`no process can have a resolv.conf of its own: ${(error as Error).message.trim()}`);
  }
  return through;
}

/** The same port at an address that must never be contacted. */
async function listenWhereItIsForbidden(port: number): Promise<{ connections(): number; close(): void }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, refused, resolve));
  return { connections: () => connections, close: () => void server.close() };
}
