import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ProductUnderTest } from "./product-under-test.ts";

/**
 * Where a worker's operator port is now, as the worker's log tells: `http://127.0.0.1:port`.
 * @param worker from 1
 * @throws Error when the worker has not told yet
 */
export function workerOpsUrl({ dataFolder }: Pick<ProductUnderTest, "dataFolder">, worker = 1): string {
  const log = readdirSync(dataFolder, { recursive: true, encoding: "utf8" }).find((name) => name.endsWith(`worker-${worker}.log`));
  const url = log && [...readFileSync(path.join(dataFolder, log), "utf8").matchAll(/metrics at (\S+)\/metrics/g)].at(-1)?.[1];
  if (!url) throw new Error(`worker ${worker} has not told where its metrics are`);
  return url;
}
