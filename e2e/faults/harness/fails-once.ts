import type { Behaviour, ReceivedCopy } from "@hooklane/testkit";

/**
 * 503 to the first copy of each event, 200 from then on.
 * @param oneIn fail only so often: of an endpoint that fails half of its requests a lane asks less and less
 */
export function failsOnce(oneIn = 1): Behaviour {
  const seen = new Set<string>();
  return {
    kind: "scripted",
    respond: ({ headers }) => {
      const id = String(headers["webhook-id"]);
      const isFirst = !seen.has(id);
      seen.add(id);
      const status = isFirst && seen.size % oneIn === 0 ? 503 : 200;
      return { kind: "status", status };
    },
  };
}

/** From the answer to a first attempt that failed to the arrival of the second, the longest of all; Infinity when one was never tried again. */
export function longestFirstRetryMs(copies: readonly ReceivedCopy[], endpoint: string): number {
  const byEvent = Map.groupBy(
    copies.filter((copy) => copy.endpoint === endpoint),
    ({ webhookId }) => webhookId,
  );
  const failed = [...byEvent.values()].filter(([first]) => first?.statusSent !== 200);
  const waits = failed.map(([first, second]) =>
    first?.sentAtMs && second ? second.arrivedAtMs - first.sentAtMs : Number.POSITIVE_INFINITY,
  );
  // The newest may still be waiting
  return Math.max(...waits.slice(0, -1));
}
