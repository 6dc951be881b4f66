import { bootstrap } from "./bootstrap.mjs";

await bootstrap("scripts/sim.ts");
