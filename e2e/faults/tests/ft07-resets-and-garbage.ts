import type { Behaviour, Receiver } from "@hooklane/testkit";
import type { FaultTest } from "../fault-test.ts";
import { startLoad } from "../harness/load.ts";
import { settle } from "../harness/settle.ts";
import { shortPolicy } from "../harness/short-policy.ts";
import { startIdleClosingProxy, startTcpServer, type TcpServer } from "../harness/tcp-servers.ts";
import type { Lane, Tenant } from "../harness/tenant.ts";

/** What an attempt should have come to. */
interface Expected {
  readonly outcome: string;
  readonly causes: readonly string[];
}

const delivered: Expected = { outcome: "delivered", causes: ["http_2xx"] };
const protocolError: Expected = { outcome: "failed", causes: ["protocol_error"] };
const noAnswer: Expected = { outcome: "failed", causes: ["reset_before_response"] };
const neverConnected: Expected = { outcome: "failed", causes: ["connect_reset", "reset_before_response"] };

const raw = (bytes: string, end: "close" | "reset", status?: number): Behaviour => ({
  kind: "scripted",
  respond: () => ({ kind: "raw", bytes, end, ...(status !== undefined && { status }) }),
});
/** It says that it closes: a client that is not told may send its next request into a socket that is closing. */
const head = (status: string, length: number) => `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`;

/** Receivers that speak something like HTTP. */
const spoken: Record<string, { behaviour: Behaviour; expected: Expected }> = {
  reset_before_answer: { behaviour: raw("", "reset"), expected: noAnswer },
  closed_before_answer: { behaviour: raw("", "close"), expected: noAnswer },
  reset_in_head: { behaviour: raw("HTTP/1.1 200 OK\r\nx-a: 1\r\n", "reset"), expected: noAnswer },
  reset_after_200: { behaviour: raw(`${head("200 OK", 10)}abc`, "reset", 200), expected: delivered },
  too_short_body: { behaviour: raw(`${head("200 OK", 100)}abc`, "close", 200), expected: delivered },
  garbage: { behaviour: raw("SSH-2.0-OpenSSH_9.2\r\n", "close"), expected: protocolError },
  html: { behaviour: raw("<html><body>hello</body></html>", "close"), expected: protocolError },
  tls_alert: { behaviour: raw("\x15\x03\x01\x00\x02\x02\x46", "close"), expected: protocolError },
  status_099: { behaviour: raw(head("099 Odd", 0), "close"), expected: protocolError },
  status_999: { behaviour: raw(head("999 Odd", 0), "close", 999), expected: { outcome: "failed", causes: ["http_unknown_status"] } },
  switching: { behaviour: raw("HTTP/1.1 101 Switching\r\nupgrade: websocket\r\n\r\n", "close"), expected: protocolError },
  two_lengths: { behaviour: raw("HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab", "close"), expected: protocolError },
  redirect: {
    behaviour: raw(`HTTP/1.1 302 Found\r\nconnection: close\r\nlocation: http://127.0.0.1/\r\ncontent-length: 0\r\n\r\n`, "close", 302),
    expected: { outcome: "failed", causes: ["http_3xx"] },
  },
};

const eventsEach = { ci: 6, full: 40 };
const attemptsEach = 2;
/** Load balancers that close idle connections do it about when the next event comes. */
const idleMs = 1_000;
const keepAliveEvents = { ci: 12, full: 150 };

/** The policies out of the way: here every delivery is to be tried as often as its subscription allows. */
const policy = {
  ...shortPolicy,
  breaker: { min_attempts: 100_000, timeout_count: 100_000 },
  budget: { ratio: 1, floor_per_s: 1_000, burst: 1_000, host_burst: 1_000, fleet_burst: 1_000 },
};

/** Answers that break HTTP, and connections that break: each attempt has one row with the right class, and a socket that died idle costs nothing. */
export const ft07: FaultTest = {
  id: "FT7",
  title: "resets, garbage and closed connections",
  profiles: ["ci", "full"],
  async run({ profile, verdict, world: open, atEnd }) {
    const size = profile === "ci" ? "ci" : "full";
    const behaviours = Object.fromEntries(Object.entries(spoken).map(([name, { behaviour }]) => [name, behaviour]));
    const world = await open({ policy, scripted: { ...behaviours, idle: { kind: "healthy" } } });
    const atAccept = await startTcpServer((socket) => socket.resetAndDestroy());
    atEnd(atAccept.close);
    const idle = await startIdleClosingProxy(world.scripted?.ports.idle ?? 0, idleMs);
    atEnd(idle.close);
    const tenant = await world.tenant("Garbage");
    const limited = { with: { retry_policy: { max_attempts: attemptsEach, base_ms: 100, cap_ms: 1_000 } } };
    const lanes: Lane[] = [];
    for (const name of Object.keys(spoken)) lanes.push(await tenant.subscribe(name, limited));
    lanes.push(await tenant.subscribe("reset_at_accept", { ...limited, url: `http://127.0.0.1:${atAccept.port}/` }));
    lanes.push(await tenant.subscribe("tls_to_plain", { ...limited, url: `https://127.0.0.1:${world.scripted?.ports.idle}/` }));
    const idleLane = await tenant.subscribe("idle", { url: `http://127.0.0.1:${idle.port}/` });
    const broken = startLoad(await tenant.producer(), {
      ratePerSecond: lanes.length * 2,
      groups: lanes.map((lane) => [lane]),
      seconds: eventsEach[size] / 2,
    });
    const patient = startLoad(await tenant.producer(), {
      ratePerSecond: 1_000 / (idleMs * 1.0007),
      groups: [[idleLane]],
      seconds: (keepAliveEvents[size] * idleMs) / 1_000,
    });
    await Promise.all([broken.done, patient.done]);

    verdict.books(await settle(world, { timeoutMs: 60_000 }));
    const confusion: string[] = [];
    let rows = 0;
    for (const lane of lanes) {
      const expected = expectedOf(lane.endpoint);
      const attempts = await attemptsOf(tenant, lane);
      rows += attempts.length;
      for (const { outcome, cause } of attempts) {
        if (outcome !== expected.outcome || !expected.causes.includes(cause)) confusion.push(`${lane.endpoint}: ${outcome}/${cause}`);
      }
      const seen = requestsSeen(lane.endpoint, world.scripted, atAccept);
      verdict.must(seen === undefined || seen === attempts.length, `${lane.endpoint}: ${attempts.length} attempt rows of ${seen} requests`);
    }
    verdict.figure("attempts", rows);
    verdict.exactly("misclassified", confusion.length, 0);
    verdict.must(confusion.length === 0, `classes: ${[...new Set(confusion)].join(", ")}`);
    const idleAttempts = await attemptsOf(tenant, idleLane);
    verdict.atLeast("connections_closed_idle", idle.connections(), 2);
    verdict.exactly("attempts_lost_to_idle_close", idleAttempts.filter(({ outcome }) => outcome !== "delivered").length, 0);
  },
};

function expectedOf(endpoint: string): Expected {
  if (endpoint === "reset_at_accept") return neverConnected;
  if (endpoint === "tls_to_plain") return { outcome: "failed", causes: ["tls_error"] };
  return spoken[endpoint]?.expected ?? delivered;
}

/** Undefined where a request cannot be told from another. */
function requestsSeen(endpoint: string, receiver: Receiver | undefined, atAccept: TcpServer): number | undefined {
  if (endpoint === "reset_at_accept") return atAccept.connections();
  return endpoint === "tls_to_plain" ? undefined : receiver?.counts(endpoint).received;
}

interface AttemptRow {
  readonly outcome: string;
  readonly cause: string;
}

/** All attempts of a lane, as the API lists them with their deliveries. */
async function attemptsOf(tenant: Tenant, { id }: Lane): Promise<AttemptRow[]> {
  interface Page {
    readonly data: readonly { readonly attempts: readonly AttemptRow[] }[];
    readonly next_cursor: string | null;
  }
  const attempts: AttemptRow[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Page = await tenant.api("GET", `/v1/subscriptions/${id}/deliveries?limit=250${cursor ? `&cursor=${cursor}` : ""}`);
    attempts.push(...page.data.flatMap((delivery) => delivery.attempts));
    cursor = page.next_cursor;
    if (cursor === null) return attempts;
  }
}
