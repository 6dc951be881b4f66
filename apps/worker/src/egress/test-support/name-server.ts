import { createSocket } from "node:dgram";
import { once } from "node:events";

/** What the name server says to one question: addresses, a response code, or nothing at all. */
export type NameReply = { addresses: readonly string[]; ttlSeconds?: number } | "nxdomain" | "servfail" | "silence";

export type NameServer = {
  /** `IP:port`, as c-ares takes it. */
  address: string;
  /** Every question asked, as `name type`. */
  questions: string[];
  close(): Promise<void>;
};

const RESPONSE_CODES = { nxdomain: 3, servfail: 2 } as const;

/** A name server on a loopback port; `reply` decides per question, so an answer can change between two of them. */
export async function startNameServer(reply: (hostname: string, type: "A" | "AAAA") => NameReply): Promise<NameServer> {
  const socket = createSocket("udp4");
  const questions: string[] = [];
  socket.on("message", (query, client) => {
    const { hostname, type, end } = readQuestion(query);
    const isKnownType = type === 1 || type === 28;
    const typeName = type === 28 ? "AAAA" : "A";
    questions.push(`${hostname} ${typeName}`);
    const said = isKnownType ? reply(hostname, typeName) : "nxdomain";
    if (said !== "silence") socket.send(writeReply(query, end, type, said), client.port, client.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    async close() {
      socket.close();
      await once(socket, "close");
    },
  };
}

function readQuestion(query: Buffer): { hostname: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { hostname: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function writeReply(query: Buffer, questionEnd: number, type: number, said: Exclude<NameReply, "silence">): Buffer {
  const records = typeof said === "string" ? [] : said.addresses.map((address) => writeRecord(type, address, said.ttlSeconds ?? 0));
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (typeof said === "string" ? RESPONSE_CODES[said] : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, query.subarray(12, questionEnd), ...records]);
}

function writeRecord(type: number, address: string, ttlSeconds: number): Buffer {
  const data = type === 1 ? Buffer.from(address.split(".").map(Number)) : Buffer.from(ipv6Bytes(address));
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(ttlSeconds, 6);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([record, data]);
}

function ipv6Bytes(address: string): number[] {
  const [head = "", tail = ""] = address.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16)));
  const zeros = new Array<number>(8 - groups(head).length - groups(tail).length).fill(0);
  const all = address.includes("::") ? [...groups(head), ...zeros, ...groups(tail)] : groups(address);
  return all.flatMap((group) => [group >> 8, group & 0xff]);
}
