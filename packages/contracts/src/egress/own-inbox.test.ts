import { expect, test } from "vitest";
import { parseEndpointUrl } from "./endpoint-url.ts";
import { inboxTokenOf, ownInbox } from "./own-inbox.ts";

const TOKEN = "0123456789abcdef0123456789abcdef";
const closed = { allowHttp: false, allow: [] };
const rulesAt = (publicUrl: string) => ({ ...closed, inbox: ownInbox(publicUrl) });

test.each(["http://127.0.0.1:3000", "http://localhost:3000", "http://10.1.2.3:8080", "http://[::1]:3000", "https://hooks.example"])(
  "an inbox at %s may be called, although neither plain http nor an inner address is allowed",
  (publicUrl) => {
    expect(parseEndpointUrl(`${publicUrl}/inbox/${TOKEN}`, rulesAt(publicUrl))).toMatchObject({ ok: true });
    expect(parseEndpointUrl(`${publicUrl}/inbox/${TOKEN}`, closed).ok).toBe(publicUrl.startsWith("https:"));
  },
);

test.each([
  "/",
  "/v1/events",
  "/inbox",
  "/inbox/",
  "/inbox/short",
  `/inbox/${TOKEN}?a=1`,
  `/inbox/${TOKEN}/more`,
  `/inbox/${TOKEN}/../../v1/events`,
  `/inbox/%2e%2e/v1/events`,
  `/inbox/..%2f${TOKEN}`,
  `//inbox/${TOKEN}`,
  `/inbox/${TOKEN.toUpperCase()}`,
])("nothing else of the installation is opened by it: %s", (path) => {
  expect(parseEndpointUrl(`http://127.0.0.1:3000${path}`, rulesAt("http://127.0.0.1:3000"))).toMatchObject({ ok: false });
});

test("neither another port, nor another name of the same address, nor another scheme is the inbox", () => {
  const rules = rulesAt("http://127.0.0.1:3000");
  for (const url of [
    `http://127.0.0.1:3001/inbox/${TOKEN}`,
    `http://localhost:3000/inbox/${TOKEN}`,
    `https://127.0.0.1:3000/inbox/${TOKEN}`,
  ])
    expect(parseEndpointUrl(url, rules)).toMatchObject({ ok: false });
});

test("what is opened is the one address and port that the public URL writes, and nothing where it is a name", () => {
  expect(ownInbox("http://127.0.0.1:3000").allow.map(({ text }) => text)).toEqual(["127.0.0.1:3000"]);
  expect(ownInbox("https://[fd00::1]").allow.map(({ text }) => text)).toEqual(["[fd00::1]:443"]);
  expect(ownInbox("http://localhost").allow.map(({ text }) => text)).toEqual(["127.0.0.1:80", "[::1]:80"]);
  expect(ownInbox("https://hooks.example").allow).toEqual([]);
});

test("an inbox's path is its token and no more", () => {
  expect(inboxTokenOf(`/inbox/${TOKEN}`)).toBe(TOKEN);
  for (const path of ["/inbox/", `/inbox/${TOKEN}/`, `/inbox/${TOKEN}0`, `/x/${TOKEN}`]) expect(inboxTokenOf(path)).toBeUndefined();
});
