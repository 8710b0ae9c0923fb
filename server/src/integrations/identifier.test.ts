import { expect, it } from "vitest";
import { identifierFor } from "./identifier.ts";

it("makes an identifier of a name, without what a URL would have to escape", () => {
  expect(identifierFor("  Mail of the Café! ", "3f9a01")).toBe("mail-of-the-cafe-3f9a01");
});

it("makes one of a name without any letters it can use", () => {
  expect(identifierFor("邮件 %_", "3f9a01")).toBe("integration-3f9a01");
});

it("keeps it short, and different each time", () => {
  const name = "a".repeat(1_000);
  expect(identifierFor(name).length).toBeLessThan(80);
  expect(identifierFor(name)).not.toBe(identifierFor(name));
});
