import type { Behaviour, ReceivedCopy } from "@hooklane/testkit";

/** 503 to the first copy of each event, 200 from then on. */
export function failsOnce(): Behaviour {
  const seen = new Set<string>();
  return {
    kind: "scripted",
    respond: ({ headers }) => {
      const id = String(headers["webhook-id"]);
      const status = seen.has(id) ? 200 : 503;
      seen.add(id);
      return { kind: "status", status };
    },
  };
}

/** From the answer to the first attempt to the arrival of the second, the longest of all; Infinity when one was never tried again. */
export function longestFirstRetryMs(copies: readonly ReceivedCopy[], endpoint: string): number {
  const byEvent = Map.groupBy(
    copies.filter((copy) => copy.endpoint === endpoint),
    ({ webhookId }) => webhookId,
  );
  const waits = [...byEvent.values()].map(([first, second]) =>
    first?.sentAtMs && second ? second.arrivedAtMs - first.sentAtMs : Number.POSITIVE_INFINITY,
  );
  // The newest may still be waiting
  return Math.max(...waits.slice(0, -1));
}
