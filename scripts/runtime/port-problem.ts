import { createServer } from "node:net";

/**
 * Tries to listen where the web server is going to.
 * @returns one sentence when it cannot, else undefined
 */
export async function portProblem(port: number): Promise<string | undefined> {
  for (const host of ["127.0.0.1", undefined]) {
    const code = await new Promise<string | undefined>((resolve) => {
      const probe = createServer();
      probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      probe.listen({ port, host }, () => probe.close(() => resolve(undefined)));
    });
    if (code === "EADDRINUSE") return `Port ${port} is in use: end what listens there, or choose another with PORT.`;
    if (code) return `Port ${port} cannot be opened (${code}): choose another with PORT.`;
  }
  return undefined;
}
