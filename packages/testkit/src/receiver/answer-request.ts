import type { ServerResponse } from "node:http";
import { type Answer, answerOf, type Behaviour, type ReceivedRequest } from "./behaviour.ts";

/**
 * Carries out what the behaviour decides for its `n`-th request. `onSent` is called once the answer was handed to the operating system, and
 * never when the client had gone away before. Rejects with what a scripted behaviour threw.
 */
export async function answerRequest(
  behaviour: Behaviour,
  request: ReceivedRequest,
  n: number,
  response: ServerResponse,
  onSent: (status: number) => void,
): Promise<void> {
  const answered = answerOf(behaviour, request, n);
  const answer = answered instanceof Promise ? await answered : answered;
  if (answer.kind === "never") return;
  if (answer.delayMs) await pause(answer.delayMs);
  if (answer.kind === "raw") writeRaw(answer, response, onSent);
  else if (answer.kind === "stream") writeStream(answer, response, onSent);
  else writeStatus(answer, response, onSent);
}

function writeStatus(answer: Answer & { kind: "status" }, response: ServerResponse, onSent: (status: number) => void): void {
  const { status, headers = {}, body = "" } = answer;
  // "finish" comes when the bytes were handed to the operating system, and never for a client that has gone away.
  response.on("finish", () => onSent(status));
  response.writeHead(status, status === 204 || status === 304 ? headers : { "content-length": Buffer.byteLength(body), ...headers });
  response.end(body);
}

function writeRaw(answer: Answer & { kind: "raw" }, response: ServerResponse, onSent: (status: number) => void): void {
  const { socket } = response;
  if (socket === null || socket.destroyed) return;
  socket.write(answer.bytes, (error) => {
    if (error) return;
    if (answer.status !== undefined) onSent(answer.status);
    if (answer.end === "close") socket.end();
    if (answer.end === "reset") socket.resetAndDestroy();
  });
}

function writeStream(answer: Answer & { kind: "stream" }, response: ServerResponse, onSent: (status: number) => void): void {
  const { socket } = response;
  if (socket === null || socket.destroyed) return;
  const { head, chunk, everyMs, status } = answer;
  const goOn = () => {
    if (socket.destroyed) return;
    const isTaken = socket.write(chunk);
    if (everyMs > 0) setTimeout(goOn, everyMs).unref();
    else if (isTaken) setImmediate(goOn);
    else socket.once("drain", goOn);
  };
  socket.write(head, (error) => {
    if (!error && status !== undefined) onSent(status);
  });
  goOn();
}

/** Does not keep the process alive: a receiver that was stopped has nothing left to say. */
function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs).unref();
  });
}
