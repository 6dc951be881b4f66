import { readFileSync } from "node:fs";

/** The product's version, as receivers see it in User-Agent. */
export const version: string = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
