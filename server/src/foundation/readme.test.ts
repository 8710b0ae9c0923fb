import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { settingsTable } from "./config.ts";

const README = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");

test("the README lists every setting as the code does", () => {
  const rows = README.split("\n").filter((line) => /^\| `[A-Z_]+`\s*\| `--/.test(line));
  const listed = rows.map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", "")));
  const expected = settingsTable().map(({ env, flag, fallback }) => [env, flag, fallback]);
  expect(listed.map(([, env, flag, fallback]) => [env, flag, fallback])).toEqual(expected);
});
