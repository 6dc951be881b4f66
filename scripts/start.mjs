import { bootstrap } from "./bootstrap.mjs";

await bootstrap("scripts/start.ts", { build: true });
