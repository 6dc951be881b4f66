import { bootstrap } from "./bootstrap.mjs";

await bootstrap("scripts/faults.ts", { build: true });
