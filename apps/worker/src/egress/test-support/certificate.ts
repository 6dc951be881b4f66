import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** Certificates made on the spot, so that the suite needs neither a tool nor a file that expires. */
export type Certificate = { certificatePem: string; keyPem: string };

export type CertificateOptions = {
  commonName: string;
  /** DNS names of the subject alternative name. */
  dnsNames?: readonly string[];
  /** IPv4 addresses of the subject alternative name. */
  addresses?: readonly string[];
  notBefore?: Date;
  notAfter?: Date;
  /** Who signs; itself when absent. */
  issuer?: Certificate & { commonName: string };
};

const DAY_MS = 86_400_000;

export function createCertificate(options: CertificateOptions): Certificate & { commonName: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const signingKey = options.issuer === undefined ? privateKey : createPrivateKey(options.issuer.keyPem);
  const body = certificateBody(options, publicKey);
  const der = sequence(body, ECDSA_SHA256, bitString(sign("sha256", body, { key: signingKey, dsaEncoding: "der" })));
  return {
    commonName: options.commonName,
    certificatePem: `-----BEGIN CERTIFICATE-----\n${der.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
    keyPem: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
  };
}

function certificateBody(options: CertificateOptions, publicKey: KeyObject): Buffer {
  const notBefore = options.notBefore ?? new Date(Date.now() - DAY_MS);
  const notAfter = options.notAfter ?? new Date(Date.now() + DAY_MS);
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  return sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, serial),
    ECDSA_SHA256,
    distinguishedName(options.issuer?.commonName ?? options.commonName),
    sequence(utcTime(notBefore), utcTime(notAfter)),
    distinguishedName(options.commonName),
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(...extensions(options))),
  );
}

function extensions({ dnsNames = [], addresses = [] }: CertificateOptions): Buffer[] {
  const names = [
    ...dnsNames.map((name) => tagged(0x82, Buffer.from(name))),
    ...addresses.map((address) => tagged(0x87, Buffer.from(address.split(".").map(Number)))),
  ];
  const basicConstraints = sequence(oid([2, 5, 29, 19]), tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff])))));
  const alternativeName = sequence(oid([2, 5, 29, 17]), tagged(0x04, sequence(...names)));
  return names.length > 0 ? [basicConstraints, alternativeName] : [basicConstraints];
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function bitString(content: Buffer): Buffer {
  return tagged(0x03, Buffer.concat([Buffer.from([0]), content]));
}

function oid([first = 0, second = 0, ...rest]: readonly number[]): Buffer {
  const bytes = rest.flatMap((arc) => {
    const groups = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return tagged(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

function distinguishedName(commonName: string): Buffer {
  return sequence(tagged(0x31, sequence(oid([2, 5, 4, 3]), tagged(0x0c, Buffer.from(commonName)))));
}

function utcTime(time: Date): Buffer {
  const digits = time.toISOString().replace(/[-:T]/g, "").slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`));
}

const ECDSA_SHA256 = sequence(oid([1, 2, 840, 10045, 4, 3, 2]));
