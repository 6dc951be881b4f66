import { readFileSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";

const build = path.join(import.meta.dirname, "../apps/web/.next");
const MAX_GZIPPED_BYTES = 250 * 1_024;

interface ClientManifest {
  entryJSFiles: Record<string, string[]>;
}

/** The scripts that a page's first load asks for, by the build's own manifests, gzipped. */
function firstLoadBytes(page: string): number {
  const shared = JSON.parse(readFileSync(path.join(build, "build-manifest.json"), "utf8")) as { rootMainFiles: string[] };
  const context: { __RSC_MANIFEST?: Record<string, ClientManifest> } = {};
  vm.runInNewContext(readFileSync(path.join(build, `server/app${page}_client-reference-manifest.js`), "utf8"), { globalThis: context });
  const manifest = context.__RSC_MANIFEST?.[page];
  const own = Object.entries(manifest?.entryJSFiles ?? {}).find(([entry]) => entry.endsWith(`/src/app${page}`))?.[1];
  if (!own) throw new Error(`the build has no manifest of ${page}`);
  const files = new Set([...shared.rootMainFiles, ...own]);
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(build, file))).length, 0);
}

test("the log of deliveries asks for at most 250 KB of scripts at first", () => {
  expect(firstLoadBytes("/(dashboard)/[tenant]/(lists)/deliveries/page")).toBeLessThanOrEqual(MAX_GZIPPED_BYTES);
});
