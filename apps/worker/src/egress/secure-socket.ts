import { isIP, type Socket } from "node:net";
import { connect, createSecureContext, getCACertificates, type SecureContext, type TLSSocket } from "node:tls";
import { abortFailure } from "./abort.ts";
import { type Failure, failure } from "./exchange.ts";
import { type CertificateValidity, mapTlsError } from "./map-error.ts";

/**
 * Whom to trust: the certificate authorities of the process, and those the operator adds. Built once, because reading
 * the list costs more than a handshake.
 *
 * @param extraCertificates PEM texts
 */
export function createTrust(extraCertificates: readonly string[] = []): SecureContext {
  return createSecureContext({ ca: [...getCACertificates("default"), ...extraCertificates], minVersion: "TLSv1.2" });
}

/**
 * Runs the TLS handshake on a connected socket. The certificate must be valid for `hostname`; no environment variable
 * can turn that off. HTTP/1.1 only: one connection carries one request at a time, and that is what the caps count.
 */
export function secureSocket(
  raw: Socket,
  hostname: string,
  trust: SecureContext,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<{ ok: true; socket: TLSSocket } | Failure> {
  if (signal.aborted) {
    raw.destroy();
    return Promise.resolve(abortFailure(signal));
  }
  return new Promise((resolve) => {
    // A certificate names addresses in their own field, and SNI carries names only (RFC 6066).
    const identity = isIP(hostname) === 0 ? { servername: hostname } : { host: hostname };
    const socket = connect({ socket: raw, ...identity, secureContext: trust, rejectUnauthorized: true, ALPNProtocols: ["http/1.1"] });
    const settle = (outcome: { ok: true; socket: TLSSocket } | Failure) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      if (!outcome.ok) socket.destroy();
      resolve(outcome);
    };
    const onAbort = () => settle(abortFailure(signal));
    const onTimeout = () => settle(failure("connect_timeout", "The TLS handshake was not finished in time."));
    const timer = setTimeout(onTimeout, timeoutMs);
    signal.addEventListener("abort", onAbort, { once: true });
    // Node refuses a certificate in its own listener of this event, and what is refused cannot be read any more
    let validity: CertificateValidity | undefined;
    socket.prependOnceListener("secure", () => {
      validity = validityOf(socket);
    });
    socket.on("error", (error) => settle(mapTlsError(error, validity)));
    socket.once("secureConnect", () => settle({ ok: true, socket }));
  });
}

function validityOf(socket: TLSSocket): CertificateValidity | undefined {
  const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
  return from && to ? { fromMs: Date.parse(from), toMs: Date.parse(to) } : undefined;
}
