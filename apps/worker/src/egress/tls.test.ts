import { once } from "node:events";
import { createServer as createPlainServer } from "node:net";
import { createServer, type TlsOptions } from "node:tls";
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { EgressOptions } from "./index.ts";
import { type Certificate, createCertificate } from "./test-support/certificate.ts";
import { allowOf, dnsOf, openEgress, requestTo } from "./test-support/egress-kit.ts";
import { answer, listen } from "./test-support/receiver.ts";

const DAY_MS = 86_400_000;
let authority: Certificate & { commonName: string };

beforeAll(() => {
  authority = createCertificate({ commonName: "Test Authority" });
});

/** An HTTPS receiver on 127.0.0.1 that answers 200 to whatever it is sent. */
async function openTlsReceiver(certificate: Certificate, options: TlsOptions = {}) {
  const seen = { requests: 0, closed: 0, serverNames: [] as unknown[], protocols: [] as unknown[] };
  const server = createServer({ cert: certificate.certificatePem, key: certificate.keyPem, ALPNProtocols: ["h2", "http/1.1"], ...options });
  server.on("secureConnection", (socket) => {
    seen.serverNames.push(socket.servername);
    seen.protocols.push(socket.alpnProtocol);
    socket.on("error", () => {});
    socket.on("close", () => seen.closed++);
    socket.on("data", () => {
      seen.requests++;
      socket.write(answer(200));
    });
    onTestFinished(() => void socket.destroy());
  });
  server.on("tlsClientError", () => {});
  const port = await listen(server);
  onTestFinished(() => void server.close());
  return { port, seen };
}

async function postTls(port: number, hostname: string, overrides: Partial<EgressOptions> = {}) {
  const dns = dnsOf((_hostname, family) => (family === 4 ? ["127.0.0.1"] : []));
  const egress = openEgress([], { dns, allow: allowOf(`127.0.0.1:${port}`), extraCertificates: [authority.certificatePem], ...overrides });
  return { egress, exchange: await egress.post(requestTo(`https://${hostname}:${port}/hook`)) };
}

test("a certificate of a trusted authority for the right name is accepted, with SNI and HTTP/1.1", async () => {
  const { port, seen } = await openTlsReceiver(createCertificate({ commonName: "rx", dnsNames: ["rx.example"], issuer: authority }));
  const { egress, exchange } = await postTls(port, "rx.example");
  expect(exchange.result).toEqual({ kind: "response", status: 200 });
  expect(exchange.timings.tlsMs).toBeGreaterThan(0);
  expect(seen).toEqual({ requests: 1, closed: 0, serverNames: ["rx.example"], protocols: ["http/1.1"] });
  expect(await egress.post(requestTo(`https://rx.example:${port}/hook`))).toMatchObject({ reusedSocket: true, remoteAddress: "127.0.0.1" });
  await egress.close();
  await vi.waitFor(() => expect(seen.closed).toBe(1));
});

test("an address in the URL is checked against the addresses of the certificate, without SNI", async () => {
  const { port, seen } = await openTlsReceiver(createCertificate({ commonName: "rx", addresses: ["127.0.0.1"], issuer: authority }));
  expect((await postTls(port, "127.0.0.1")).exchange.result).toEqual({ kind: "response", status: 200 });
  expect(seen.serverNames).toEqual([false]);
  const other = await openTlsReceiver(createCertificate({ commonName: "rx", addresses: ["127.0.0.9"], issuer: authority }));
  expect((await postTls(other.port, "127.0.0.1")).exchange.result).toMatchObject({ error: "tls_error" });
});

const BAD_CERTIFICATES: [string, () => Certificate, RegExp][] = [
  ["self-signed", () => createCertificate({ commonName: "rx", dnsNames: ["rx.example"] }), /self-signed/i],
  [
    "expired",
    () => createCertificate({ commonName: "rx", dnsNames: ["rx.example"], issuer: authority, notAfter: new Date(Date.now() - 1_000) }),
    /expired.*It is valid from \d{4}-\d\d-\d\d \d\d:\d\d to \d{4}-\d\d-\d\d \d\d:\d\d UTC/i,
  ],
  [
    "not yet valid",
    () =>
      createCertificate({ commonName: "rx", dnsNames: ["rx.example"], issuer: authority, notBefore: new Date(Date.now() + DAY_MS / 2) }),
    /not yet valid.*It is valid from/i,
  ],
  ["wrong name", () => createCertificate({ commonName: "rx.example", dnsNames: ["other.example"], issuer: authority }), /altnames/i],
  [
    "of an unknown authority",
    () => createCertificate({ commonName: "rx", dnsNames: ["rx.example"], issuer: createCertificate({ commonName: "Nobody" }) }),
    /certificate/i,
  ],
];

afterEach(() => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
});

test.each(BAD_CERTIFICATES)(
  "C28 E7: a certificate that is %s is refused with the reason, and no request byte is sent",
  async (_name, create, reason) => {
    const { port, seen } = await openTlsReceiver(create());
    const { exchange, egress } = await postTls(port, "rx.example");
    expect(exchange.result).toMatchObject({ kind: "error", error: "tls_error", detail: expect.stringMatching(reason) });
    expect(exchange.remoteAddress).toBe("127.0.0.1");
    expect(seen.requests).toBe(0);
    expect(egress.stats().connections).toBe(0);
  },
);

test("C28 E7: the environment cannot turn verification off", async () => {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  const { port, seen } = await openTlsReceiver(createCertificate({ commonName: "rx", dnsNames: ["rx.example"] }));
  expect((await postTls(port, "rx.example")).exchange.result).toMatchObject({ error: "tls_error" });
  expect(seen.requests).toBe(0);
});

test("C28 E7: TLS below 1.2 is refused", async () => {
  const certificate = createCertificate({ commonName: "rx", dnsNames: ["rx.example"], issuer: authority });
  const { port } = await openTlsReceiver(certificate, { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" });
  expect((await postTls(port, "rx.example")).exchange.result).toMatchObject({ kind: "error", error: "tls_error" });
});

test("C22: a plain server behind an https URL is a TLS error in readable words", async () => {
  const server = createPlainServer((socket) => {
    socket.on("error", () => {});
    socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
  });
  const port = await listen(server);
  onTestFinished(() => void server.close());
  const { exchange } = await postTls(port, "rx.example");
  expect(exchange.result).toMatchObject({ kind: "error", error: "tls_error" });
  expect(exchange.result).not.toMatchObject({ detail: expect.stringContaining("deps/openssl") });
});

test("C22: a TLS server behind an http URL is a protocol error or a reset, never an exception", async () => {
  const { port } = await openTlsReceiver(createCertificate({ commonName: "rx", dnsNames: ["rx.example"], issuer: authority }));
  const egress = openEgress([port]);
  const { result } = await egress.post(requestTo(`http://127.0.0.1:${port}/`));
  expect(result).toMatchObject({ kind: "error", error: expect.stringMatching(/^(protocol_error|reset_before_response)$/) });
});

test("a handshake that never ends is a connect timeout", async () => {
  const server = createPlainServer((socket) => void socket.on("error", () => {}).resume());
  const port = await listen(server);
  onTestFinished(() => void server.close());
  const { exchange, egress } = await postTls(port, "rx.example", { connectTimeoutMs: 200 });
  expect(exchange.result).toMatchObject({ kind: "error", error: "connect_timeout" });
  expect(egress.stats().connections).toBe(0);
});

test("a connection closed during the handshake is a reset, since nothing was said about certificates", async () => {
  const server = createPlainServer((socket) => void once(socket, "data").then(() => socket.resetAndDestroy()));
  const port = await listen(server);
  onTestFinished(() => void server.close());
  expect((await postTls(port, "rx.example")).exchange.result).toMatchObject({ kind: "error", error: "connect_reset" });
});
