import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";
import { commandLine } from "./shell-words.ts";

test("a slip of the finger is understood, another word is not", () => {
  const known = ["subscribers", "serve", "messages", "trigger"];
  expect(nearest("subscriber", known)).toBe("subscribers");
  expect(nearest("mesages", known)).toBe("messages");
  expect(nearest("tirgger", known)).toBe("trigger");
  expect(nearest("banana", known)).toBeUndefined();
  expect(nearest("x", known)).toBeUndefined();
});

test("a command line can be copied into a shell, whatever stands in its flags", () => {
  const flags = { name: "Ada's $HOME", limit: 5, broadcast: true as const, to: ["a", "b c"] };
  expect(commandLine("subscribers list", flags)).toBe(
    String.raw`tidings subscribers list --name 'Ada'\''s $HOME' --limit 5 --broadcast --to a --to 'b c'`,
  );
});
