import { LedgerTail } from "./ledger-tail.ts";

export interface LiveCounters {
  /** The present state in one line. */
  text(): string;
}

/** Receivers' ledgers of an endless demo are emptied at this size. */
const MAX_LEDGER_BYTES = 128 * 1024 * 1024;

/**
 * Counts what producers were told and what receivers answered, from the two ledgers themselves.
 * @param endless the receivers' ledger need not be kept
 */
export function liveCounters(files: { producer: string; receivers: string }, endless: boolean): LiveCounters {
  const counts = { accepted: 0, refused: 0, ok: 0, failed: 0 };
  const producer = new LedgerTail<{ outcome?: { kind: string } }>(files.producer, ({ outcome }) => {
    if (outcome?.kind === "accepted") counts.accepted++;
    if (outcome?.kind === "refused") counts.refused++;
  });
  const receivers = new LedgerTail<{ sent?: { status: number } }>(files.receivers, ({ sent }) => {
    if (sent) counts[sent.status >= 200 && sent.status < 300 ? "ok" : "failed"]++;
  });
  const number = new Intl.NumberFormat("en");
  return {
    text: () => {
      producer.read();
      receivers.read();
      if (endless) receivers.trim(MAX_LEDGER_BYTES);
      const parts = [`${number.format(counts.accepted)} events accepted`, `${number.format(counts.ok)} delivered`];
      if (counts.failed) parts.push(`${number.format(counts.failed)} answered with an error`);
      if (counts.refused) parts.push(`${number.format(counts.refused)} refused`);
      return parts.join(" · ");
    },
  };
}
