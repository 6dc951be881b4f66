import { type Refusal, type Result, refuse } from "../result.ts";

/** Files of one tenant that are written at the same time, by this process: each keeps a session of the database busy. */
const MAX_AT_ONCE = 2;
const underWay = new Map<string, number>();

export interface ExportedFile {
  name: string;
  type: string;
  /** The file's text, piece by piece as it is asked for; or why there is none. */
  make: () => Promise<Result<AsyncGenerator<string>>>;
}

/** A download that is written as it is read. @returns why there is none, if so */
export async function exportFile(tenantId: string, { name, type, make }: ExportedFile): Promise<{ ok: true; value: Response } | Refusal> {
  const count = underWay.get(tenantId) ?? 0;
  if (count >= MAX_AT_ONCE) return refuse("too_much_under_way", "Wait until your other exports have been written.");
  underWay.set(tenantId, count + 1);
  const leave = () => {
    const left = (underWay.get(tenantId) ?? 1) - 1;
    if (left > 0) underWay.set(tenantId, left);
    else underWay.delete(tenantId);
  };
  const lines = await make().catch((error: unknown) => {
    leave();
    throw error;
  });
  if (!lines.ok) {
    leave();
    return lines;
  }
  const headers = {
    "content-type": type,
    "content-disposition": `attachment; filename="${name}"`,
    "content-security-policy": "sandbox",
    "cache-control": "no-store",
  };
  return { ok: true, value: new Response(streamOf(lines.value, leave), { headers }) };
}

/** Reads on only as fast as the other side takes it. @param onEnd called once, whichever way it ends */
function streamOf(lines: AsyncGenerator<string>, onEnd: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await lines.next();
        if (!done) return controller.enqueue(encoder.encode(value));
        onEnd();
        controller.close();
      } catch (error) {
        onEnd();
        controller.error(error); // what was sent ends in the middle, so that nobody takes it for whole
      }
    },
    cancel: async () => {
      onEnd();
      await lines.return(undefined);
    },
  });
}
