import { expect, test } from "vitest";
import { findLively, hostileText } from "./hostile-text.ts";

const home = "https://hooks.example";
const mail = (word: string, made: (text: string) => string) => ({
  subject: `About ${made(word)}`,
  text: `${made(word)}\nSee ${home}/\n`,
  html: `<p>${made(word)}</p><a href="${home}/">See</a>`,
});
const quiet = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\u202e]+/gu, " ")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");

test("a text that was written as it came is found in every way that it is alive, and one that was made text is not", () => {
  const plain = mail("word", quiet);
  expect(findLively(mail(hostileText, quiet), plain, home)).toEqual([]);
  const faults = findLively(
    mail(hostileText, (text) => text),
    plain,
    home,
  ).join("; ");
  for (const part of ["other tags", "leads to https://evil.example", "subject", "direction", "more lines", "header"])
    expect(faults).toContain(part);
});
