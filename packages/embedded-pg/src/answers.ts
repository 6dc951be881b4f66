import { connect } from "node:net";

/** Asks for encryption, the shortest question of PostgreSQL's protocol: its length, and the request's number. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Whether a PostgreSQL answers on this port of 127.0.0.1: a killed one may still have its process and its socket for a moment. */
export function answers(port: number, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" }, () => socket.write(SSL_REQUEST));
    const end = (yes: boolean): void => {
      socket.destroy();
      resolve(yes);
    };
    socket.setTimeout(timeoutMs, () => end(false));
    socket.once("data", ([first]) => end(first === 78 || first === 83)); // "N" or "S"
    socket.once("error", () => end(false));
    socket.once("close", () => end(false));
  });
}
