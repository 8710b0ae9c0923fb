import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PATCHES, type Patch, patched, type Seedling } from "./patches.ts";

const HOUSE = join(import.meta.dirname, "../../..");
const all: readonly [string, readonly Patch[]][] = Object.entries(PATCHES);

test.each(all)("the seeded bug %s fits the product as it is built", (seedling, patches) => {
  for (const { file, to } of patches) {
    const path = join(HOUSE, file);
    expect(patched(seedling as Seedling, `file://${path}`, readFileSync(path, "utf8"))).toContain(to);
  }
});

test("a bug that fits no more, or at two places, is told", () => {
  const url = "file:///service/server/dist/delivery/digest/close-windows.js";
  const from = PATCHES.naive_digest.map((patch) => patch.from).join("");
  expect(() => patched("naive_digest", url, "other code")).toThrow("does not fit");
  expect(() => patched("naive_digest", url, from + from)).toThrow("does not fit");
  expect(patched("naive_digest", "file:///service/server/dist/main.js", "other code")).toBe("other code");
});
