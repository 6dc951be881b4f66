import { connect } from "node:net";

export interface RawReply {
  /** Of the last answer: an interim 100 may come before it. */
  status: number;
  text: string;
  /** How many bytes the server let us send. */
  sentBytes: number;
}

/** Speaks HTTP byte by byte, for what a client library would not send. Resolves with the first final answer, or when the server ends the connection. */
export function rawRequest(port: number, head: string[], body: Iterable<string | Buffer> = []): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    let sentBytes = 0;
    const pieces = body[Symbol.iterator]();
    const finish = (): void => {
      socket.destroy();
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]));
      resolve({ status: statuses.at(-1) ?? 0, text, sentBytes });
    };
    const sendMore = (): void => {
      for (let piece = pieces.next(); !piece.done; piece = pieces.next()) {
        sentBytes += piece.value.length;
        if (!socket.write(piece.value)) return;
      }
    };
    socket.on("connect", () => {
      socket.write(`${head.join("\r\n")}\r\n\r\n`);
      sendMore();
    });
    socket.on("drain", sendMore);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      const answered = /HTTP\/1\.1 (?!100)\d{3}[\s\S]*?\r\n\r\n/.exec(text);
      const length = answered && /content-length: (\d+)/i.exec(answered[0]);
      if (answered && text.length >= answered.index + answered[0].length + Number(length?.[1] ?? 0)) finish();
    });
    socket.on("end", finish);
    socket.on("error", (error) => (text === "" ? reject(error) : finish()));
  });
}
