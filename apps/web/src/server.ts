import path from "node:path";
import { type OpsServer, startOpsServer } from "@hooklane/ops";
import next from "next";
import { createContainer } from "./container.ts";
import { readEnv } from "./env.ts";
import { describeRequest } from "./server/auth/describe-request.ts";
import { createHttpServer } from "./server/http/create-server.ts";
import { securePage } from "./server/http/page-security.ts";
import { createLog } from "./server/log.ts";
import { readinessAnswer } from "./server/ops/readiness-answer.ts";
import { closeServer, endOnSignal } from "./server/shut-down.ts";

/** The web process: one server, whose API is answered before the pages' framework sees a request. `--dev` compiles pages as they are asked for. */
process.title = "hooklane-web";
const dev = process.argv.includes("--dev");
const HARD_LIMIT_MS = 30_000;

const read = readEnv(process.env);
if (!read.ok) {
  for (const problem of read.problems) console.error(problem);
  process.exit(1);
}
const { env } = read;
const log = createLog(env.logLevel);
process.on("uncaughtException", (error) => {
  log.fatal({ err: error }, "uncaught");
  process.exit(1); // whoever started this process starts it again
});

const container = createContainer(env, log);
const server = createHttpServer(container, (request, response) => {
  securePage({ publicUrl: env.publicUrl, dev }, request, response);
  describeRequest(request, env.trustedProxies);
  render(request, response).catch((error: unknown) => {
    log.error({ err: error }, "page failed");
    response.destroy();
  });
});
const app = next({ dev, dir: path.join(import.meta.dirname, ".."), hostname: env.host, port: env.port, httpServer: server });
const render = app.getRequestHandler();

let ops: OpsServer | undefined;

endOnSignal({
  hardLimitMs: HARD_LIMIT_MS,
  onBegin: (why) => {
    log.info({ why }, "ending");
    container.readiness.drain();
  },
  drain: async () => {
    await closeServer(server);
    await app.close();
    await ops?.stop();
    await container.stop();
  },
});

server.on("error", (error) => {
  log.fatal({ err: error }, "cannot listen");
  process.exit(1);
});
if (env.ops) {
  ops = await startOpsServer(env.ops, {
    live: () => ({ ok: true, checks: {} }), // that it answers is what there is to say: nothing here can be stuck by itself
    ready: async () => readinessAnswer(await container.readiness.report()),
    metrics: container.metrics,
  });
  process.send?.({ opsUrl: ops.url });
}
await app.prepare();
server.listen(env.port, env.host, () => {
  log.info(
    { port: env.port, host: env.host, egress_allow: env.allow.map((rule) => rule.text), inbox: env.inbox?.prefix ?? "off" },
    "listening",
  );
  process.send?.({ ready: true });
});
