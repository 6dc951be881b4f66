import { parseAllowList } from "@hooklane/contracts/egress";
import { onTestFinished } from "vitest";
import { createEgress, type Egress, type EgressOptions, type EgressRequest, type Exchange } from "../index.ts";
import { type Receiver, type ReceiverScript, startReceiver } from "./receiver.ts";

export function allowOf(...entries: string[]): EgressOptions["allow"] {
  const reading = parseAllowList(entries.join(","));
  if (!reading.ok) throw new Error(reading.problems.join("; "));
  return reading.rules;
}

/** An egress that may reach `openPorts` of 127.0.0.1 and is closed when the test ends. */
export function openEgress(openPorts: readonly number[], overrides: Partial<EgressOptions> = {}): Egress {
  const egress = createEgress({
    allow: allowOf(...openPorts.map((port) => `127.0.0.1:${port}`)),
    allowHttp: true,
    connectTimeoutMs: 2_000,
    totalTimeoutMs: 4_000,
    maxConnectionsPerHost: () => 20,
    maxBodyBytes: 16_384,
    ...overrides,
  });
  onTestFinished(() => egress.close());
  return egress;
}

/** A scripted receiver on an unused loopback port, closed when the test ends. */
export async function openReceiver(script: ReceiverScript, host?: string): Promise<Receiver> {
  const receiver = await startReceiver(script, host);
  onTestFinished(() => receiver.close());
  return receiver;
}

export function requestTo(url: string, overrides: Partial<EgressRequest> = {}): EgressRequest {
  const headers = { "content-type": "application/json", "accept-encoding": "identity" };
  return { url, tenantId: "tnt_1", headers, body: Buffer.from('{"id":"evt_1"}'), ...overrides };
}

/** One exchange with a receiver that follows `script`, on an egress that may reach it. */
export async function exchangeWith(
  script: ReceiverScript,
  overrides: Partial<EgressOptions> = {},
): Promise<{ exchange: Exchange; receiver: Receiver; egress: Egress }> {
  const receiver = await openReceiver(script);
  const egress = openEgress([receiver.port], overrides);
  const exchange = await egress.post(requestTo(receiver.url()));
  return { exchange, receiver, egress };
}

/** A name server of records held in a function: what a test wants to say, without a network. */
export function dnsOf(
  reply: (hostname: string, family: 4 | 6) => readonly string[] | Promise<readonly string[]>,
): NonNullable<EgressOptions["dns"]> {
  return {
    async lookup(hostname, family) {
      return (await reply(hostname, family)).map((address) => ({ address, ttlSeconds: 0 }));
    },
    close: () => {},
  };
}
