import { execFile } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/** One planted file: where it lies (a folder, or a file whose name matters), what it says, and the message the linter must answer with (none: it is permitted). */
type Plant = { at: string; source: string; caught?: string };

const root = path.join(import.meta.dirname, "..");
const pure = "lint/style/noRestrictedGlobals";
const stray = "Outbound requests go through apps/worker/src/egress alone.";
const typesOfCore = "Only types of @hooklane/core may be used here (import type).";
const coreAlone = "core imports nothing: no package of ours, no module of Node, no dependency.";
const workerPackages = "The worker imports core, contracts and db.";
const dispatchNeighbours = "dispatch imports core, db, egress and cluster.";
const construction = "Only container.ts constructs; take what you need as an argument (import type).";
const byArgument = "Only container.ts constructs; take what you need as an argument.";
const webPackages = "The web server imports contracts, db and ops, and of core what server/core.ts lets through.";
const useCasesOnly = "Only use-cases reach the database: adapters and pages call them.";
const clientCode = "Client code imports contracts and nothing else of ours.";
const typesOfServer = "Client code may use types of the server only (import type).";
const door = "A feature's index.ts is its only door.";
const alone = "This package stands alone.";
const random = "Randomness is passed in as a Random, so that a run can be repeated from its seed.";

const value = (from: string, name = "value") => `import { ${name} } from "${from}";\nexport const used = ${name};\n`;
const typed = (from: string, name = "Value") => `import type { ${name} } from "${from}";\nexport type Used = ${name};\n`;

const plants: Record<string, Plant[]> = {
  "core imports nothing of ours, of Node or of npm": [
    { at: "packages/core/src/retry", source: value("@hooklane/contracts"), caught: coreAlone },
    { at: "packages/core/src/retry", source: typed("@hooklane/db"), caught: coreAlone },
    { at: "packages/core/src/retry", source: value("node:fs"), caught: coreAlone },
    { at: "packages/core/src/retry", source: value("zod"), caught: coreAlone },
    { at: "packages/core/src/retry", source: `export { value } from "pg";\n`, caught: coreAlone },
    { at: "packages/core/src/retry", source: `export const value = () => import("node:os");\n`, caught: coreAlone },
    { at: "packages/core/src/retry", source: value("../time/instant.ts") },
    { at: "packages/core/src/config", source: value("zod") },
    { at: "packages/core/src/config", source: value("node:crypto"), caught: "core's config imports zod and nothing else." },
    { at: "packages/core/src/signing", source: value("node:crypto") },
    { at: "packages/core/src/signing", source: value("zod"), caught: "core's signing imports node:crypto and nothing else." },
    { at: "packages/core/src/retry/x.test.ts", source: value("fast-check") },
  ],
  "core knows neither time, chance nor effects": [
    ...["Date.now()", "setTimeout(() => 1, 1)", "setInterval(() => 1, 1)", "process.env", "performance.now()", "globalThis.Date"].map(
      (source) => ({ at: "packages/core/src/retry", source: `export const value = ${source};\n`, caught: pure }),
    ),
    { at: "packages/core/src/retry", source: `export const value = fetch("/");\n`, caught: pure },
    { at: "packages/core/src/retry", source: `export const value = console;\n`, caught: pure },
    { at: "packages/core/src/retry", source: `export const value = crypto.randomUUID();\n`, caught: pure },
    { at: "packages/core/src/retry", source: "export const value = Math.random();\n", caught: random },
    { at: "packages/core/src/retry", source: "const { random } = Math;\nexport const value = random;\n", caught: random },
    { at: "packages/core/src/retry", source: "export const value = Math.floor(1.5);\n" },
    { at: "packages/core/src/retry/y.test.ts", source: "export const value = Date.now();\n" },
    { at: "packages/core/src/test-support/clock.ts", source: "export const value = Date.now();\n" },
    { at: "packages/sim/src/world", source: "export const value = Math.random();\n", caught: random },
    { at: "packages/sim/src/world", source: "export const value = Date.now();\n", caught: pure },
  ],
  "contracts and db use core's types alone": [
    { at: "packages/contracts/src/http", source: value("@hooklane/core"), caught: typesOfCore },
    { at: "packages/contracts/src/http", source: `export { value } from "@hooklane/core";\n`, caught: typesOfCore },
    { at: "packages/contracts/src/http", source: `export * from "@hooklane/core/reasons";\n`, caught: typesOfCore },
    {
      at: "packages/contracts/src/http",
      source: `import { type Value, value } from "@hooklane/core";\nexport const used: Value = value;\n`,
      caught: typesOfCore,
    },
    { at: "packages/contracts/src/http", source: typed("@hooklane/core") },
    { at: "packages/contracts/src/http", source: `export type { Value } from "@hooklane/core";\n` },
    {
      at: "packages/contracts/src/http",
      source: typed("@hooklane/db"),
      caught: "contracts imports types of core and nothing else of ours.",
    },
    { at: "packages/contracts/src/http", source: value("node:buffer"), caught: "contracts runs in the browser too." },
    { at: "packages/db/src/queries", source: value("@hooklane/core"), caught: typesOfCore },
    { at: "packages/db/src/queries", source: typed("@hooklane/core") },
    { at: "packages/db/src/queries", source: value("@hooklane/contracts") },
    { at: "packages/db/src/queries", source: value("@hooklane/embedded-pg"), caught: "db imports contracts and types of core." },
  ],
  "the other packages keep to their neighbours": [
    { at: "packages/sim/src/world", source: value("@hooklane/db"), caught: "sim plays core alone." },
    { at: "packages/sim/src/world", source: value("@hooklane/core") },
    { at: "packages/sdk/src", source: value("@hooklane/contracts"), caught: alone },
    { at: "packages/embedded-pg/src", source: value("@hooklane/db"), caught: alone },
    { at: "packages/ops/src", source: value("@hooklane/db"), caught: alone },
    { at: "packages/testkit/src", source: value("@hooklane/worker"), caught: "testkit knows the packages, not the apps." },
    {
      at: "packages/db/src/queries",
      source: value("../../../core/src/retry/x.ts"),
      caught: "Import another workspace by its name, not by its path.",
    },
  ],
  "the worker imports core, contracts and db, and only its container constructs": [
    { at: "apps/worker/src/ops", source: value("@hooklane/testkit"), caught: "The worker imports core, contracts, db and ops." },
    { at: "apps/worker/src/ops", source: value("@hooklane/ops") },
    { at: "apps/worker/src/dispatch", source: value("@hooklane/embedded-pg"), caught: workerPackages },
    { at: "apps/worker/src/cluster", source: value("@hooklane/web"), caught: workerPackages },
    { at: "apps/worker/src/dispatch", source: value("@hooklane/core") },
    { at: "apps/worker/src/dispatch", source: value("pg", "Pool"), caught: construction },
    { at: "apps/worker/src/dispatch", source: `import pino from "pino";\nexport const value = pino;\n`, caught: construction },
    { at: "apps/worker/src/dispatch", source: typed("pino", "Logger") },
    { at: "apps/worker/src/jobs/retention", source: value("pg-boss"), caught: construction },
    { at: "apps/worker/src", source: value("pg", "Pool") },
    { at: "apps/worker/src/dispatch", source: value("../jobs/retention/handler.ts"), caught: dispatchNeighbours },
    { at: "apps/worker/src/dispatch", source: value("../container.ts"), caught: dispatchNeighbours },
    { at: "apps/worker/src/dispatch", source: value("../cluster/shards.ts") },
    { at: "apps/worker/src/cluster", source: typed("../container.ts"), caught: byArgument },
  ],
  "E4: only the guarded egress opens connections to the outside": [
    ...["undici", "node:https", "node:http2", "node:tls", "node:dns/promises", "axios", "got"].map((from) => ({
      at: "apps/worker/src/ops",
      source: value(from),
      caught: stray,
    })),
    { at: "apps/worker/src/dispatch", source: value("undici"), caught: stray },
    { at: "apps/worker/src/dispatch", source: typed("undici") },
    { at: "apps/worker/src/ops", source: value("node:http", "request"), caught: stray },
    { at: "apps/worker/src/ops", source: `import http from "node:http";\nexport const value = http;\n`, caught: stray },
    { at: "apps/worker/src/ops", source: `import * as net from "node:net";\nexport const value = net;\n`, caught: stray },
    { at: "apps/worker/src/ops", source: `export const value = () => import("node:http");\n`, caught: stray },
    { at: "apps/worker/src/ops", source: value("node:http", "createServer") },
    { at: "apps/worker/src/ops", source: value("node:net", "isIP") },
    { at: "apps/worker/src/egress", source: value("undici") },
    { at: "apps/worker/src/egress", source: value("node:tls") },
    { at: "apps/worker/src/egress", source: value("@hooklane/db"), caught: "egress knows no database." },
    {
      at: "apps/worker/src/egress",
      source: value("../dispatch/post.ts"),
      caught: "egress is a leaf: it imports nothing else of the worker.",
    },
    ...[
      "apps/worker/src/egress",
      "apps/worker/src/ops",
      "apps/web/src/server/http",
      "apps/web/src/rest/events",
      "packages/db/src/jobs",
    ].map((at) => ({ at, source: `export const value = fetch("/");\n`, caught: pure })),
    { at: "apps/web/src/server/http", source: value("undici"), caught: stray },
    { at: "packages/db/src/jobs", source: value("node:https"), caught: stray },
  ],
  "in the web, adapters call use-cases and use-cases call db": [
    { at: "apps/web/src/server/use-cases/events", source: value("@hooklane/db") },
    { at: "apps/web/src/server/core.ts", source: value("@hooklane/core") },
    { at: "apps/web/src/server/use-cases/events", source: value("@hooklane/core"), caught: webPackages },
    { at: "apps/web/src/rest/events", source: value("@hooklane/core"), caught: useCasesOnly },
    { at: "apps/web/src/server/use-cases/events", source: value("@hooklane/worker"), caught: webPackages },
    { at: "apps/web/src", source: value("@hooklane/testkit"), caught: webPackages },
    { at: "apps/web/src/rest/events", source: value("@hooklane/db"), caught: useCasesOnly },
    { at: "apps/web/src/server/trpc/routers/events", source: value("@hooklane/db"), caught: useCasesOnly },
    { at: "apps/web/src/server/trpc/routers/events", source: value("pg"), caught: useCasesOnly },
    { at: "apps/web/src/app/(dashboard)/[tenant]", source: value("@hooklane/db"), caught: useCasesOnly },
    { at: "apps/web/src/rest/events", source: value("../../server/use-cases/events/accept-event.ts") },
  ],
  "features and ui know contracts, and the server by its types": [
    { at: "apps/web/src/features/endpoints/components", source: value("@hooklane/contracts") },
    { at: "apps/web/src/features/endpoints/components", source: typed("@hooklane/db"), caught: clientCode },
    { at: "apps/web/src/features/endpoints/lib", source: value("node:crypto"), caught: clientCode },
    { at: "apps/web/src/ui", source: value("@hooklane/core"), caught: clientCode },
    { at: "apps/web/src/ui", source: value("../features/endpoints/index.ts"), caught: "ui knows no feature and no page." },
    { at: "apps/web/src/features/endpoints/hooks", source: value("../../../server/trpc/root.ts"), caught: typesOfServer },
    { at: "apps/web/src/ui", source: `export * from "../server/trpc/root.ts";\n`, caught: typesOfServer },
    { at: "apps/web/src/features/endpoints/hooks", source: typed("../../../server/trpc/root.ts") },
    { at: "apps/web/src/features/endpoints/hooks", source: value("../../deliveries/lib/sort.ts"), caught: door },
    { at: "apps/web/src/app/(dashboard)/[tenant]", source: value("../../../features/endpoints/components/table.tsx"), caught: door },
    { at: "apps/web/src/app/(dashboard)/[tenant]", source: value("../../../features/endpoints/index.ts") },
    { at: "apps/web/src/features/endpoints/hooks", source: value("../lib/sort.ts") },
    { at: "apps/web/src/features/endpoints/hooks", source: value("../../deliveries/index.ts") },
  ],
};

type RuleOptions = { options: { patterns?: { message: string }[] } };
type Diagnostic = { severity: string; category: string; message: string; location: { path: string } };

const folder = mkdtempSync(path.join(tmpdir(), "hooklane-lint-"));
const fileOf = new Map<Plant, string>();
let found: Diagnostic[] = [];

/** Lints a copy of the rules over a planted tree: the repository itself never holds a planted file. */
async function lint(): Promise<Diagnostic[]> {
  const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
  const args = [biome, "lint", "--reporter=json", "--max-diagnostics=none", "."];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  execFile(process.execPath, args, { cwd: folder, maxBuffer: 1 << 26 }, (error, stdout) => (stdout ? resolve(stdout) : reject(error)));
  return (JSON.parse(await promise) as { diagnostics: Diagnostic[] }).diagnostics;
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

beforeAll(async () => {
  for (const file of ["biome.json", ".gitignore"]) copyFileSync(path.join(root, file), path.join(folder, file));
  cpSync(path.join(root, "scripts/lint"), path.join(folder, "scripts/lint"), { recursive: true });
  for (const [number, plant] of Object.values(plants).flat().entries()) {
    const file = plant.at.endsWith(".ts") ? plant.at : `${plant.at}/plant-${number}.ts`;
    fileOf.set(plant, file);
    write(file, plant.source);
  }
  write("packages/db/src/cycle/one.ts", `import { two } from "./two.ts";\nexport const one = () => two;\n`);
  write("packages/db/src/cycle/two.ts", `import { one } from "./one.ts";\nexport const two = () => one;\n`);
  found = await lint();
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

for (const [guarantee, list] of Object.entries(plants)) {
  test(guarantee, () => {
    for (const plant of list) {
      const errors = found.filter((d) => d.location.path === fileOf.get(plant) && d.severity === "error");
      const said = errors.flatMap((d) => [d.message, d.category]);
      if (plant.caught === undefined) expect(said, `${plant.at}: ${plant.source}`).toEqual([]);
      else expect(said, `${plant.at}: ${plant.source}`).toContain(plant.caught);
    }
  });
}

test("a cycle of imports is an error", () => {
  expect(found.filter((d) => d.category === "lint/suspicious/noImportCycles").map((d) => path.basename(d.location.path))).toEqual(
    expect.arrayContaining(["one.ts", "two.ts"]),
  );
});

test("every rule of the configuration has a planted violation", () => {
  const said = new Set(found.map((d) => d.message));
  const config = JSON.parse(readFileSync(path.join(root, "biome.json"), "utf8")) as {
    overrides: { linter: { rules: { style: Record<string, RuleOptions> } } }[];
  };
  const promised = config.overrides.flatMap((o) => o.linter.rules.style.noRestrictedImports?.options.patterns?.map((p) => p.message) ?? []);
  expect(promised.length).toBeGreaterThan(10);
  for (const message of promised) expect([...said], `no plant meets "${message}"`).toContain(message);
});
