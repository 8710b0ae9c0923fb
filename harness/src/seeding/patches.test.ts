import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyPatches, PATCHES, type Patch, type SeededBug } from "./patches.ts";

const ROOT = join(import.meta.dirname, "../../..");
const all: readonly [string, readonly Patch[]][] = Object.entries(PATCHES);

test.each(all)("seeded bug %s: its text occurs once in the built product", (seededBug, patches) => {
  for (const { file, to } of patches) {
    const path = join(ROOT, file);
    expect(applyPatches(seededBug as SeededBug, `file://${path}`, readFileSync(path, "utf8"))).toContain(to);
  }
});

test("a text that does not occur, or occurs twice, is an error", () => {
  const url = "file:///service/server/dist/delivery/digest/close-windows.js";
  const from = PATCHES.naive_digest.map((patch) => patch.from).join("");
  expect(() => applyPatches("naive_digest", url, "other code")).toThrow("does not fit");
  expect(() => applyPatches("naive_digest", url, from + from)).toThrow("does not fit");
  expect(applyPatches("naive_digest", "file:///service/server/dist/main.js", "other code")).toBe(
    "other code",
  );
});
