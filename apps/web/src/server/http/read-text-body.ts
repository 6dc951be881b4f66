import { done, type Result, refuse } from "../result.ts";

/** The body of a request as text; refused once it turns out to be longer than allowed, whatever it announced. */
export async function readTextBody(request: Request, maxBytes: number): Promise<Result<string>> {
  const tooLarge = refuse("request_too_large", `The body of this request may have at most ${maxBytes} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return tooLarge;
  if (!request.body) return done("");
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > maxBytes) return tooLarge; // leaving the loop cancels the stream
    chunks.push(chunk);
  }
  return done(Buffer.concat(chunks).toString("utf8"));
}
