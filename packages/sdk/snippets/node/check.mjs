import { readFileSync } from "node:fs";
import { isGenuine } from "./verify.mjs";

const { WEBHOOK_SECRETS = "", WEBHOOK_ID, WEBHOOK_TIMESTAMP, WEBHOOK_SIGNATURE } = process.env;
const isGood = isGenuine(WEBHOOK_SECRETS.split(","), WEBHOOK_ID, WEBHOOK_TIMESTAMP, WEBHOOK_SIGNATURE, readFileSync(0));
console.log(isGood ? "genuine" : "refused");
process.exitCode = isGood ? 0 : 1;
