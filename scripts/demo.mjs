import { bootstrap } from "./bootstrap.mjs";

await bootstrap("scripts/demo.ts", { build: true });
