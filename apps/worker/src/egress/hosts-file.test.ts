import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createHostsFile } from "./hosts-file.ts";

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "hosts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "hosts");
}

test("names are found without regard to case, comments and layout, with all their addresses", () => {
  const path = temporaryFile();
  writeFileSync(path, "# local\n127.0.0.1\tlocalhost\n\n10.0.0.7  RX.example rx # receiver\n  fd00::7 rx.example\r\n");
  const file = createHostsFile(path);
  expect(file.addressesOf("rx.example")).toEqual(["10.0.0.7", "fd00::7"]);
  expect(file.addressesOf("rx")).toEqual(["10.0.0.7"]);
  expect(file.addressesOf("receiver")).toBeUndefined();
});

test("a change is noticed within the recheck time, and a missing file has no names", () => {
  const path = temporaryFile();
  let now = 0;
  const file = createHostsFile(path, () => now);
  expect(file.addressesOf("rx")).toBeUndefined();
  writeFileSync(path, "10.0.0.1 rx\n");
  now += 5_000;
  expect(file.addressesOf("rx")).toEqual(["10.0.0.1"]);
  writeFileSync(path, "10.0.0.2 rx\n");
  utimesSync(path, 1, 1);
  now += 4_999;
  expect(file.addressesOf("rx")).toEqual(["10.0.0.1"]);
  now += 1;
  expect(file.addressesOf("rx")).toEqual(["10.0.0.2"]);
});
