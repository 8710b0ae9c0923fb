import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Which folder may import which, and what has one home. */

const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  api: [],
  content: [],
  live: ["api"],
  model: ["api"],
  parts: ["api", "content", "model"],
};

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .map((path) => ({ path, text: readFileSync(join(import.meta.dirname, path), "utf8") }));

const withPattern = (pattern: RegExp) =>
  files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

test("layers: parts import the model, the model imports the API, and never the other way", () => {
  const wrong = files.flatMap(({ path, text }) => {
    const folder = path.split("/")[0] ?? "";
    const imported = [...text.matchAll(/from "\.\.\/([a-z]+)\//g)].map(([, name = ""]) => name);
    return imported
      .filter((name) => FOLDERS[folder]?.includes(name) === false)
      .map((name) => `${path}: ${name}`);
  });
  expect(files.length).toBeGreaterThan(25);
  expect(wrong).toEqual([]);
});

test("layers: no dependencies, and nothing from outside this folder", () => {
  const imported = files.flatMap(({ text }) => [...text.matchAll(/from "([^"]+)"/g)].map(([, from]) => from));
  expect(imported.filter((from) => !from?.startsWith("."))).toEqual([]);
});

test("layers: requests and connections are in api/ and live/, and HTML is never parsed by the browser", () => {
  expect(withPattern(/(?<!\.)\bfetch\(|\bBroadcastChannel\(/)).toEqual([
    "api/inbox-api.ts",
    "live/shared-stream.ts",
  ]);
  expect(withPattern(/innerHTML|outerHTML|insertAdjacentHTML|DOMParser|document\.write/)).toEqual([]);
});

test("layers: no file has more than 220 lines", () => {
  expect(files.filter(({ text }) => text.split("\n").length > 221).map(({ path }) => path)).toEqual([]);
});
