import { bootstrap } from "./bootstrap.mjs";

await bootstrap("scripts/admin.ts");
