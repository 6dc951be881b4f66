import { connect, type Socket } from "node:net";
import { abortFailure } from "./abort.ts";
import { type Failure, failure } from "./exchange.ts";
import { mapConnectError } from "./map-error.ts";

export type OpenedSocket = { ok: true; socket: Socket };

/**
 * Opens one TCP connection to one address that was judged before. An address, never a name: so no lookup happens here.
 * A socket that comes out has an error listener for good, since its error also reaches whoever uses it.
 */
export function openSocket(address: string, port: number, timeoutMs: number, signal: AbortSignal): Promise<OpenedSocket | Failure> {
  if (signal.aborted) return Promise.resolve(abortFailure(signal));
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, noDelay: true, keepAlive: true, autoSelectFamily: false });
    const settle = (outcome: OpenedSocket | Failure) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      if (!outcome.ok) socket.destroy();
      resolve(outcome);
    };
    const onAbort = () => settle(abortFailure(signal));
    const timer = setTimeout(() => settle(failure("connect_timeout", `No connection within ${Math.round(timeoutMs)} ms.`)), timeoutMs);
    signal.addEventListener("abort", onAbort, { once: true });
    socket.on("error", (error) => settle(mapConnectError(error)));
    socket.once("connect", () => settle({ ok: true, socket }));
  });
}
