import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { linkLibraries, locateBinaries } from "./binaries.ts";

test("the binaries say which major version they are", () => {
  expect(locateBinaries().major).toBe(18);
});

test("library links are made where install scripts were off, and a second time changes nothing", () => {
  const root = mkdtempSync(path.join(tmpdir(), "hooklane-links-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const native = path.join(root, "native");
  mkdirSync(path.join(native, "lib"), { recursive: true });
  writeFileSync(path.join(native, "lib/libx.so.1.2"), "");
  writeFileSync(
    path.join(native, "pg-symlinks.json"),
    JSON.stringify([{ source: "native/lib/libx.so.1.2", target: "native/lib/libx.so.1" }]),
  );
  linkLibraries(native);
  linkLibraries(native);
  expect(readlinkSync(path.join(native, "lib/libx.so.1"))).toBe("libx.so.1.2");
});
