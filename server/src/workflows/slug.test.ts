import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "../foundation/id.ts";
import { referenceOf, slugify, slugOf } from "./slug.ts";

test("a slug has the name, the kind and sixteen characters", () => {
  const slug = slugOf("wf", { id: "65f1c0a2b3d4e5f60718293a", name: "Welcome, Zoë!" });
  expect(slug).toMatch(/^welcome-zoe_wf_[0-9A-Za-z]{16}$/);
  expect(slugOf("st", { id: "000000000000000000000001", name: "x" })).toBe("x_st_0000000000000001");
});

test("a slug can be converted back to its id, for any name", () => {
  const ids = fc
    .integer({ min: 0, max: 0x0a0000000000 })
    .map((ms) => ms.toString(16).padStart(12, "0") + newId(1).slice(12));
  fc.assert(
    fc.property(ids, fc.string({ unit: "grapheme" }), (id, name) => {
      expect(referenceOf(slugOf("wf", { id, name })).id).toBe(id);
    }),
  );
});

test("24 hexadecimal digits are an id in either case, and may still be a key", () => {
  const id = "65f1c0a2b3d4e5f60718293a";
  expect(referenceOf(id)).toEqual({ key: id, id });
  expect(referenceOf(id.toUpperCase()).id).toBe(id);
});

test("a short text is only a key", () => {
  expect(referenceOf("welcome")).toEqual({ key: "welcome" });
  expect(referenceOf("fifteen-letters").id).toBeUndefined();
});

test("a long text without a code at its end is only a key", () => {
  expect(referenceOf("a-very-long-identifier")).toEqual({ key: "a-very-long-identifier" });
});

test("a name becomes letters, digits and single hyphens", () => {
  expect(slugify("  Ünder -- the_Bridge (2)  ")).toBe("under-the-bridge-2");
  expect(slugify("日本")).toBe("");
  expect(slugify("é".repeat(500))).toHaveLength(100);
});

test("a name without usable characters still has a slug", () => {
  expect(slugOf("wf", { id: "0".repeat(24), name: "日本" })).toBe("wf_0000000000000000");
});
