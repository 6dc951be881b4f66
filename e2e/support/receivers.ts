import { type Behaviour, type Receiver, startReceiver } from "@hooklane/testkit";

/** The product under test may contact these and nothing else; they are fixed because it is started before the tests. */
const ports = { healthy: 3_121, failing: 3_122, refusing: 3_123, hostile: 3_124 } as const;

export type ReceiverName = keyof typeof ports;

/** For HOOKLANE_EGRESS_ALLOW. */
export const egressAllow = Object.values(ports)
  .map((port) => `127.0.0.1:${port}`)
  .join(",");

/** Starts endpoints of the given behaviours on the ports that the product may contact. */
export const startReceivers = (behaviours: Partial<Record<ReceiverName, Behaviour>>): Promise<Receiver> =>
  startReceiver({ behaviours: behaviours as Record<string, Behaviour>, ports });
