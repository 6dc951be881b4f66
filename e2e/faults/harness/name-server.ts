import { createSocket } from "node:dgram";
import { once } from "node:events";

/** What a name server says to a question. `silence`: nothing at all. */
export type NameAnswer = { readonly addresses: readonly string[] } | "servfail" | "nxdomain" | "silence";

/** A name server on port 53 of an address of this machine. */
export interface NameServer {
  readonly address: string;
  /** Answers nothing any more, or answers again. */
  silence(isSilent: boolean): void;
  questions(): number;
  close(): Promise<void>;
}

const headerBytes = 12;
const ttlSeconds = 1;
const rcodes = { servfail: 2, nxdomain: 3 } as const;
const typeA = 1;
const responseFlags = 0x8180;
/** So many records fit into what a question without EDNS allows. */
const maxRecords = 28;

/**
 * @param answer of IPv4 questions; others are answered with no record
 * @throws the listen error where this process may not use port 53
 */
export async function startNameServer(address: string, answer: (name: string) => NameAnswer): Promise<NameServer> {
  const socket = createSocket("udp4");
  let isSilent = false;
  let questions = 0;
  socket.on("message", (message, from) => {
    questions += 1;
    const { name, type, end } = readQuestion(message);
    const said = answer(name);
    if (isSilent || said === "silence") return;
    socket.send(reply(message.subarray(0, end), type === typeA ? said : { addresses: [] }), from.port, from.address);
  });
  socket.bind(53, address);
  await once(socket, "listening");
  return {
    address,
    silence: (value) => {
      isSilent = value;
    },
    questions: () => questions,
    close: async () => {
      socket.close();
      await once(socket, "close");
    },
  };
}

/** The first question of a message (RFC 1035, 4.1.2), and where it ends. */
function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** The question again, with what is said to it. */
function reply(question: Buffer, said: Exclude<NameAnswer, "silence">): Buffer {
  const head = Buffer.from(question);
  const addresses = typeof said === "string" ? [] : said.addresses.slice(0, maxRecords);
  head.writeUInt16BE(responseFlags | (typeof said === "string" ? rcodes[said] : 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8); // no authority, nothing additional
  return Buffer.concat([head, ...addresses.map(recordOf)]);
}

/** An A record of the name in the question. */
function recordOf(address: string): Buffer {
  const record = Buffer.alloc(16);
  record.writeUInt16BE(0xc000 | headerBytes, 0);
  record.writeUInt16BE(typeA, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(ttlSeconds, 6);
  record.writeUInt16BE(4, 10);
  for (const [i, part] of address.split(".").entries()) record[12 + i] = Number(part);
  return record;
}
