import type { IncomingMessage, ServerResponse } from "node:http";
import { done, type Result, refuse } from "../result.ts";

/** The client went away before its request was complete: there is nobody to answer. */
export class ClientGone extends Error {
  constructor() {
    super("the client closed the connection before its request was complete");
  }
}

export interface BodyRules {
  maxBytes: number;
  /** Completes "A request may have at most … bytes". */
  tooLarge: string;
}

/**
 * Reads a JSON request's bytes. Everything that headers tell is judged before the first byte is read, and reading stops at the limit, whatever
 * length was announced. Compressed bodies are refused and not inflated.
 * @param expectsContinue the client waits for leave to send the body
 * @throws ClientGone
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  rules: BodyRules,
  expectsContinue: boolean,
): Promise<Result<Buffer>> {
  const fault = judgeHeaders(request, rules);
  if (fault) return fault;
  if (expectsContinue) response.writeContinue();
  const announced = request.headers["content-length"];
  const body = await collectBody(request, rules.maxBytes, announced === undefined ? undefined : Number(announced));
  return body ? done(body) : refuse("request_too_large", rules.tooLarge);
}

function judgeHeaders({ headers }: IncomingMessage, { maxBytes, tooLarge }: BodyRules): ReturnType<typeof refuse> | undefined {
  const { "content-type": type, "content-encoding": encoding, "content-length": length } = headers;
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    return refuse("unsupported_media_type", "Send the body without a content encoding.", "Content-Encoding");
  }
  if (!isJson(type)) return refuse("unsupported_media_type", "Send the body as application/json, in UTF-8.", "Content-Type");
  if (length !== undefined && Number(length) > maxBytes) return refuse("request_too_large", tooLarge);
  return undefined;
}

function isJson(type: string | undefined): boolean {
  if (type === "application/json") return true;
  if (type === undefined) return false;
  const [media = "", ...parameters] = type.toLowerCase().split(";");
  if (media.trim() !== "application/json") return false;
  return parameters.every((parameter) => {
    const [name, value = ""] = parameter.trim().split("=");
    return name !== "charset" || ["utf-8", "utf8"].includes(value.replaceAll('"', ""));
  });
}

/**
 * A request's bytes, whatever they are. @param announced how many were, where that is known
 * @returns undefined when there are more than allowed
 * @throws ClientGone
 */
export function collectBody(request: IncomingMessage, maxBytes: number, announced?: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (body: Buffer | undefined): void => {
      request.off("data", onData).off("end", onEnd).off("close", onGone).off("error", onGone);
      resolve(body);
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > maxBytes) {
        chunks.length = 0;
        finish(undefined);
      } else {
        chunks.push(chunk);
      }
    };
    const onEnd = (): void =>
      finish(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, announced !== undefined && announced === size ? size : undefined));
    const onGone = (): void => reject(new ClientGone());
    request.on("data", onData).on("end", onEnd).on("close", onGone).on("error", onGone);
  });
}
