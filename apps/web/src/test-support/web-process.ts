import { createContainer } from "../container.ts";
import { readEnv } from "../env.ts";
import { createHttpServer } from "../server/http/create-server.ts";
import { createLog } from "../server/log.ts";

/** The web process's server without pages, as a process of its own: one that a test may kill. Tells its port when it takes events. */
process.on("disconnect", () => process.exit(1)); // the test is gone
const env = readEnv(process.env);
if (!env.ok) throw new Error(env.problems.join("\n"));
const container = createContainer(env.env, createLog("fatal"));
const server = createHttpServer(container, (_request, response) => void response.writeHead(404).end());
server.listen(0, "127.0.0.1", async () => {
  while (!(await container.readiness.report()).ready) await new Promise((resolve) => setTimeout(resolve, 20));
  process.send?.({ port: (server.address() as { port: number }).port });
});
