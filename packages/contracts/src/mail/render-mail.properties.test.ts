import fc from "fast-check";
import { expect, test } from "vitest";
import { isMailAddress, MAX_SUBJECT_CHARACTERS, oneLine } from "./mail.ts";
import { renderMail } from "./render-mail.ts";

/** Text that tries to be markup, a header, a line of its own, or to turn the direction of what follows. */
const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "<img src=x onerror=alert(1)>",
    '"><script>alert(1)</script>',
    "'onmouseover='alert(1)",
    "a\r\nBcc: victim@example.com",
    "a\n\nYour account is closed. Sign in:\nhttps://evil.example",
    "\u202egnp.exe",
    "&lt;b&gt;",
    "\ud800",
    "\u2028next",
  ),
);
const mail = fc.record({
  subject: hostile,
  paragraphs: fc.array(hostile, { maxLength: 3 }),
  facts: fc.array(fc.tuple(hostile, hostile), { maxLength: 3 }),
  action: fc.option(fc.record({ label: hostile, url: fc.constant("https://hooks.example.com/a?b=1&c='\"<") }), { nil: undefined }),
  closing: fc.array(hostile, { maxLength: 2 }),
});
const readable = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" })[name] as string);

test("C68: nothing in a mail's text becomes markup: its HTML has the template's tags and no others, and its text reads the same", () => {
  fc.assert(
    fc.property(mail, (content) => {
      const { html } = renderMail({ ...content, action: content.action });
      const { html: plain } = renderMail({
        subject: "s",
        paragraphs: content.paragraphs.map(() => "p"),
        facts: content.facts.map(() => ["n", "v"] as const),
        action: content.action && { label: "l", url: content.action.url },
        closing: content.closing.map(() => "c"),
      });
      expect(html.match(/<[^>]*>/g)).toEqual(plain.match(/<[^>]*>/g));
      for (const text of content.paragraphs) expect(readable(html)).toContain(oneLine(text, 2_000));
    }),
  );
});

test("no text of a mail begins a line of its own: every line of the plain form is the template's", () => {
  fc.assert(
    fc.property(mail, (content) => {
      const { subject, text } = renderMail(content);
      expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect([...subject].length).toBeLessThanOrEqual(MAX_SUBJECT_CHARACTERS);
      const breaks = text.split("\n").length - 1;
      const { paragraphs, facts, action, closing } = content;
      const blocks = paragraphs.length + (facts.length > 0 ? 1 : 0) + (action ? 1 : 0) + (closing.length > 0 ? 1 : 0);
      const within = Math.max(0, facts.length - 1) + (action ? 1 : 0) + (closing.length > 0 ? 1 + 2 * (closing.length - 1) : 0);
      expect(breaks).toBe(2 * Math.max(0, blocks - 1) + within + 1);
    }),
  );
});

test("a mail links to http and https alone", () => {
  const link = (url: string) => () => renderMail({ subject: "s", paragraphs: [], action: { label: "l", url } });
  for (const url of ["javascript:alert(1)", "data:text/html,x", "/relative", ""]) expect(link(url)).toThrow(TypeError);
  expect(link("https://hooks.example.com/")).not.toThrow();
});

test("a recipient is one plain address: a list, a name, a line end or a comment is none", () => {
  for (const good of ["a@b.example", "first.last+tag@mail.example.com", "ünï@exämple.org"]) expect(isMailAddress(good), good).toBe(true);
  for (const bad of [
    "a@b.example\r\nBcc: c@d.example",
    "a@b.example,c@d.example",
    "A <a@b.example>",
    "a b@c.example",
    "a@b@c.example",
    "a@b.example;c@d.example",
    '"a"@b.example',
    "a(comment)@b.example",
    "\u0000a@b.example",
    "a@",
    "@b",
    "",
    `${"a".repeat(250)}@b.example`,
  ])
    expect(isMailAddress(bad), JSON.stringify(bad)).toBe(false);
});
