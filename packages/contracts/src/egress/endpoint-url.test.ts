import { expect, test } from "vitest";
import { type EndpointUrlRefusalCode, type EndpointUrlRules, MAX_ENDPOINT_URL_LENGTH, parseAllowList, parseEndpointUrl } from "./index.ts";

function rules(overrides: { allowHttp?: boolean; allow?: string } = {}): EndpointUrlRules {
  const reading = parseAllowList(overrides.allow ?? "");
  if (!reading.ok) throw new Error(reading.problems.join("; "));
  return { allowHttp: overrides.allowHttp ?? true, allow: reading.rules };
}

const longQuery = `https://rx.example/?${"q".repeat(2_000)}`;

test.each([
  ["https://rx.example", { url: "https://rx.example/", authority: "rx.example:443", path: "/" }],
  ["https://rx.example/a%2Fb?sig=%22x%22", { url: "https://rx.example/a%2Fb?sig=%22x%22", path: "/a%2Fb?sig=%22x%22" }],
  ["https://rx.example?x=1", { url: "https://rx.example/?x=1", path: "/?x=1" }],
  ["https://rx.example/h?", { url: "https://rx.example/h?", path: "/h?" }],
  ["https://rx.example/%e2%98%83/%E2%98%83", { path: "/%e2%98%83/%E2%98%83" }],
  ["https://rx.example/a@b?to=x@y.example", { path: "/a@b?to=x@y.example" }],
  ["https://foo_bar.rx.example/", { hostname: "foo_bar.rx.example" }],
  ["https://münchen.example/", { url: "https://xn--mnchen-3ya.example/", authority: "xn--mnchen-3ya.example:443" }],
  ["HTTPS://RX.Example:8443/Hook", { url: "https://rx.example:8443/Hook", authority: "rx.example:8443", port: 8443 }],
  ["https://rx.example.:443/x", { url: "https://rx.example/x", authority: "rx.example:443" }],
  ["http://rx.example:65535/", { scheme: "http", port: 65_535 }],
  ["http://receiver:9000/", { hostname: "receiver", authority: "receiver:9000" }],
  ["https://8.8.8.8/", { hostname: "8.8.8.8", authority: "8.8.8.8:443" }],
  [
    "https://[2606:4700:4700:0::1111]/",
    { url: "https://[2606:4700:4700::1111]/", hostname: "2606:4700:4700::1111", authority: "[2606:4700:4700::1111]:443" },
  ],
  [longQuery, { url: longQuery }],
])("C09: %s is accepted in canonical form", (raw, expected) => {
  expect(parseEndpointUrl(raw, rules())).toMatchObject({ ok: true, ...expected });
});

const REFUSALS: [string, EndpointUrlRefusalCode][] = [
  ["", "malformed"],
  ["rx.example/hook", "malformed"],
  ["/hook", "malformed"],
  ["http:example.com", "malformed"],
  ["https:/rx.example/", "malformed"],
  ["https:///rx.example/", "malformed"],
  ["https://", "malformed"],
  ["https://rx.example:65536/", "malformed"],
  ["https://example.com:80:80/", "malformed"],
  ["https://256.1.1.1/", "malformed"],
  ["https://rx.example:0/", "invalid_port"],
  ["https://exa\nmple.com/", "invalid_character"],
  ["https://rx.example/a\tb", "invalid_character"],
  ["https://rx.example/a b", "invalid_character"],
  [" https://rx.example/", "invalid_character"],
  ["https://rx.example/\0", "invalid_character"],
  ["https://rx.example\\@127.0.0.1/", "invalid_character"],
  ["https://rx.example/\ud800", "invalid_character"],
  ["javascript:alert(1)", "unsupported_scheme"],
  ["gopher://127.0.0.1:5432/", "unsupported_scheme"],
  ["file:///etc/passwd", "unsupported_scheme"],
  ["unix:/var/run/docker.sock", "unsupported_scheme"],
  ["data:text/plain,x", "unsupported_scheme"],
  ["ws://rx.example/", "unsupported_scheme"],
  ["https://user:p%40ss@rx.example/hook", "userinfo"],
  ["https://rx.example@127.0.0.1/", "userinfo"],
  ["https://:@rx.example/", "userinfo"],
  ["https://@rx.example/", "userinfo"],
  ["https://u:p@[::1]/", "userinfo"],
  ["http://example.com@169.254.169.254/", "userinfo"],
  ["https://rx.example/h#token=abc", "fragment"],
  ["https://rx.example/h#", "fragment"],
  ["http://[fe80::1%25eth0]/", "zone_id"],
  ["http://[fe80::1%eth0]/", "zone_id"],
  [`https://${"a".repeat(64)}.example/`, "invalid_host"],
  [`https://${"abcdefghi.".repeat(30)}example/`, "invalid_host"],
  ["https://a..b/", "invalid_host"],
  ["https://rx.example../", "invalid_host"],
  ["https://./", "invalid_host"],
  ["https://rx!.example/", "invalid_host"],
  ["https://$(id).example/", "invalid_host"],
  [`https://rx.example/${"p".repeat(MAX_ENDPOINT_URL_LENGTH)}`, "too_long"],
  [`https://rx.example/${"ž".repeat(1_000)}`, "too_long"],
];

test.each(REFUSALS)("C08 C09 C11 E5: %j is refused as %s", (raw, code) => {
  expect(parseEndpointUrl(raw, rules())).toMatchObject({ ok: false, code, detail: expect.stringMatching(/\.$/) });
});

test("C08: the userinfo refusal points to custom headers", () => {
  expect(parseEndpointUrl("https://u:p@rx.example/", rules())).toMatchObject({ detail: expect.stringContaining("custom header") });
});

test("E5: plain http needs the operator's switch", () => {
  expect(parseEndpointUrl("http://rx.example/", rules({ allowHttp: false }))).toMatchObject({ code: "http_not_allowed" });
  expect(parseEndpointUrl("https://rx.example/", rules({ allowHttp: false })).ok).toBe(true);
  const open = rules({ allowHttp: false, allow: "127.0.0.1:9000" });
  expect(parseEndpointUrl("http://127.0.0.1:9000/", open)).toMatchObject({ code: "http_not_allowed" });
});

const HIDDEN = [
  ...["127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "0177.0.0.0x1", "127.0.0.1."],
  ...["①②⑦.⓪.⓪.①", "１２７.０.０.１", "127。0。0。1", "127%2e0%2e0%2e1", "0", "0.0.0.0", "0x0", "00000"],
  ...[
    "169.254.169.254",
    "2852039166",
    "0xa9fea9fe",
    "0251.0376.0251.0376",
    "169.254.43518",
    "[::ffff:169.254.169.254]",
    "[::ffff:a9fe:a9fe]",
  ],
  ...[
    "[::1]",
    "[::]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:ffff:7f00:1]",
    "[::7f00:1]",
    "[::127.0.0.1]",
  ],
  ...["[64:ff9b::a9fe:a9fe]", "[64:ff9b::127.0.0.1]", "[64:ff9b:1::1]", "[2002:7f00:1::]", "[2001:0:7f00:1::]", "[::ffff:0:127.0.0.1]"],
  ...["[fc00::]", "[fd00:ec2::254]", "[fe80::1]", "[ff02::1]", "[2001:db8::1]", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1"],
  ...["198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "168.63.129.16", "localhost", "localhost.", "LOCALHOST", "a.localhost"],
  ...["printer.local", "metadata.google.internal", "nas.home.arpa"],
];

test.each(HIDDEN)("C01 E1: %s is refused as a destination inside", (host) => {
  for (const url of [`http://${host}/`, `https://${host}:9443/x`]) {
    expect(parseEndpointUrl(url, rules()), url).toMatchObject({ ok: false, code: "blocked_destination" });
  }
});

test("an opened address and port is accepted, every other port stays closed", () => {
  const open = rules({ allow: "127.0.0.1:9000" });
  for (const host of ["127.0.0.1", "2130706433", "[::ffff:127.0.0.1]", "localhost", "rx.localhost"]) {
    expect(parseEndpointUrl(`http://${host}:9000/`, open).ok, host).toBe(true);
    expect(parseEndpointUrl(`http://${host}:9001/`, open), host).toMatchObject({ code: "blocked_destination" });
  }
  expect(parseEndpointUrl("http://[::1]:9000/", open)).toMatchObject({ code: "blocked_destination" });
});

test("names of a private site are left to the dial once the operator opened something", () => {
  expect(parseEndpointUrl("http://rx.internal/", rules({ allow: "10.0.0.0/8" })).ok).toBe(true);
});

test("C09: a hostile 50,000-character host is refused by its length alone", () => {
  expect(parseEndpointUrl(`https://${"a-".repeat(25_000)}/`, rules())).toMatchObject({ code: "too_long" });
});
