#!/usr/bin/env node
// Prisma's command line starts a native "schema engine", a program that it downloads on first use. Many places where this
// product is built and hosted cannot reach that download, and then every command fails, even those that need no database.
// The same engine exists as WebAssembly in an npm package. This program puts it behind the command line and the JSON-RPC
// (one object a line on stdin and stdout) of the native one. PRISMA_SCHEMA_ENGINE_BINARY points at it, see prisma.mjs.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

/** JSON-RPC methods that the WebAssembly engine calls otherwise. */
const RENAMED = { getDatabaseVersion: "version" };
/** Prisma's error codes of what a connection can run into. */
const PRISMA_CODES = { "3D000": "P1003", "28P01": "P1000", 28000: "P1000", ECONNREFUSED: "P1001", ENOTFOUND: "P1001", ETIMEDOUT: "P1001" };
/** Code of every JSON-RPC error of the native engine. */
const RPC_ERROR = 4466;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    datamodels: { type: "string", multiple: true },
    datasource: { type: "string" },
    "enabled-preview-features": { type: "string" },
    "extension-types": { type: "string" },
    version: { type: "boolean" },
  },
});
const url = options.datasource ? JSON.parse(options.datasource).url : undefined;
const enginePackage = import.meta.resolve("@prisma/schema-engine-wasm/schema_engine_bg");

if (options.version) printVersion();
else if (positionals[0] === "cli") await runCommand(positionals[1]);
else await serve();

function printVersion() {
  const { version } = JSON.parse(readFileSync(new URL("package.json", enginePackage), "utf8"));
  console.log(`schema-engine-wasm ${version.split(".").at(-1)}`);
}

/** `schema-engine cli <command>`: one answer as a log line, told apart by the exit code. */
async function runCommand(command) {
  writeLog("INFO", { message: "Starting" }); // the command line ignores the first line
  try {
    writeLog("INFO", { message: await connectionCommand(command) });
  } catch (error) {
    writeLog("ERROR", { message: error.message || String(error.code), is_panic: false, error_code: PRISMA_CODES[error.code] });
    process.exitCode = 1;
  }
}

async function connectionCommand(command) {
  if (command === "can-connect-to-database") {
    await withClient(url, () => {});
    return "Connection successful";
  }
  if (command === "create-database") return `Database '${await createDatabase(url)}' was successfully created.`;
  throw new Error(`This schema engine has no command "${command}".`);
}

async function createDatabase(target) {
  const name = decodeURIComponent(new URL(target).pathname.slice(1)) || "postgres";
  const server = Object.assign(new URL(target), { pathname: "/postgres" });
  await withClient(server.href, (client) => client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`));
  return name;
}

async function withClient(target, use) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: target });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Answers requests in their order until stdin ends. */
async function serve() {
  let panic;
  // The engine calls this name when it panics, before it throws something that says less.
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    set_message(message) {
      panic = message;
    },
  };
  let engine;
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    const request = JSON.parse(line);
    if (!request.method) continue; // the other side confirms something we printed
    try {
      engine ??= await loadEngine();
      send({ id: request.id, result: await answer(engine, request) });
    } catch (error) {
      const known = { message: panic ?? error?.message ?? String(error), is_panic: panic !== undefined, error_code: error?.code ?? null };
      writeLog("ERROR", known);
      const data = { ...known, meta: error?.meta ?? null };
      send({ id: request.id, error: { code: RPC_ERROR, message: "An error happened. Check the data field for details.", data } });
    }
  }
  process.exit(0); // open connections of the engine would keep the process alive
}

async function answer(engine, { id, method, params }) {
  if (method === "createDatabase") return { databaseName: await createDatabase(params.datasource?.url ?? url) };
  const result = await engine[RENAMED[method] ?? method](params);
  // The native engine has the difference printed by the command line before it answers.
  if (method === "diff" && result.stdout) send({ id: `print-${id}`, method: "print", params: { content: result.stdout } });
  return result ?? {};
}

async function loadEngine() {
  const bindings = await import(enginePackage);
  const wasm = readFileSync(new URL("schema_engine_bg.wasm", enginePackage));
  const { instance } = await WebAssembly.instantiate(wasm, { "./schema_engine_bg.js": bindings });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  const { adapterFactory } = await import("./schema-engine-adapter.mjs");
  const datamodels = options.datamodels?.map((file) => [file, readFileSync(file, "utf8")]);
  return bindings.SchemaEngine.new({ datamodels }, () => {}, adapterFactory(url));
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function writeLog(level, fields) {
  const target = "schema_engine::logger"; // the command line believes lines of this target only
  process.stderr.write(`${JSON.stringify({ timestamp: new Date().toISOString(), level, fields, target })}\n`);
}
