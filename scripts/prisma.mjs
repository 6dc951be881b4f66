// Runs Prisma's command line with our schema engine, which needs no download: node scripts/prisma.mjs <arguments of prisma>
import { spawn } from "node:child_process";
import { constants } from "node:os";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");
const bin = path.join(root, "node_modules/.bin");

const prisma = spawn(path.join(bin, "prisma"), process.argv.slice(2), {
  stdio: "inherit",
  env: {
    ...process.env,
    // Prisma and the engine are scripts that ask for "node": this is the Node of our lock file.
    PATH: `${bin}${path.delimiter}${process.env.PATH ?? ""}`,
    PRISMA_SCHEMA_ENGINE_BINARY: path.join(import.meta.dirname, "schema-engine.mjs"),
    // Both would call out to the network.
    CHECKPOINT_DISABLE: "1",
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
  },
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => prisma.kill(signal));
prisma.once("error", (error) => {
  console.error(`Prisma could not be started (${error.message}). Run npm ci first.`);
  process.exitCode = 1;
});
prisma.once("exit", (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal];
});
