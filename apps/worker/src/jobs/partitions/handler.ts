import { ALARM_DAYS_AHEAD, analyzeGrowth, daysAhead, ensurePartitions, listPartitions, withSession } from "@hooklane/db";
import type { Logger } from "pino";

/** Makes the coming days' partitions and analyses the newest ones as they grow. As the owner: the application role makes no tables. */
export async function maintainPartitions(deps: { ownerUrl: string; now: () => number; log: Logger }): Promise<void> {
  await withSession(deps.ownerUrl, "hooklane-partitions", async (client) => {
    const made = await ensurePartitions(client, deps.now());
    if (made.length > 0) deps.log.info({ partitions: made }, "partitions made");
    await analyzeGrowth(client, deps.now());
    const ahead = daysAhead(await listPartitions(client), deps.now());
    if (ahead < ALARM_DAYS_AHEAD) deps.log.error({ days_ahead: ahead }, "partitions are running out");
  });
}
