import { createServer } from "node:net";

/**
 * Tries to listen where a process is going to.
 * @param variable by which another port is chosen
 * @returns one sentence when it cannot, else undefined
 */
export async function portProblem(port: number, variable = "PORT"): Promise<string | undefined> {
  for (const host of ["127.0.0.1", undefined]) {
    const code = await new Promise<string | undefined>((resolve) => {
      const probe = createServer();
      probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      probe.listen({ port, host }, () => probe.close(() => resolve(undefined)));
    });
    if (code === "EADDRINUSE") return `Port ${port} is in use: end what listens there, or choose another with ${variable}.`;
    if (code) return `Port ${port} cannot be opened (${code}): choose another with ${variable}.`;
  }
  return undefined;
}
