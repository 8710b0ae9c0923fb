import { expect, it } from "vitest";
import { identifierFor } from "./identifier.ts";

it("derives an identifier from a name, without characters that a URL would escape", () => {
  expect(identifierFor("  Mail of the Café! ", "3f9a01")).toBe("mail-of-the-cafe-3f9a01");
});

it("derives an identifier from a name without usable letters", () => {
  expect(identifierFor("邮件 %_", "3f9a01")).toBe("integration-3f9a01");
});

it("the identifier is short, and different each time", () => {
  const name = "a".repeat(1_000);
  expect(identifierFor(name).length).toBeLessThan(80);
  expect(identifierFor(name)).not.toBe(identifierFor(name));
});
