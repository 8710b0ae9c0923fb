import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";
import { commandLine } from "./shell-words.ts";

test("nearest: finds the word for a typing error, but not for another word", () => {
  const known = ["subscribers", "serve", "messages", "trigger"];
  expect(nearest("subscriber", known)).toBe("subscribers");
  expect(nearest("mesages", known)).toBe("messages");
  expect(nearest("tirgger", known)).toBe("trigger");
  expect(nearest("banana", known)).toBeUndefined();
  expect(nearest("x", known)).toBeUndefined();
});

test("commandLine: quotes flag values for a shell", () => {
  const flags = { name: "Ada's $HOME", limit: 5, broadcast: true as const, to: ["a", "b c"] };
  expect(commandLine("subscribers list", flags)).toBe(
    String.raw`tidings subscribers list --name 'Ada'\''s $HOME' --limit 5 --broadcast --to a --to 'b c'`,
  );
});
