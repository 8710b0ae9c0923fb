import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

/** Our own rules of the linter find what they are for. */

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const BIOME = join(ROOT, "node_modules/@biomejs/biome/bin/biome");

type Diagnostic = { category: string; location: { path: string; start: { line: number } } };

/** The places (`path:line`) where a rule finds something, in a folder with this file at each of the paths. */
async function foundBy(rule: string, text: string, paths: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "tidings-linter-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { vcs: _, $schema: __, ...rules } = JSON.parse(readFileSync(join(ROOT, "biome.json"), "utf8"));
  writeFileSync(join(folder, "biome.json"), JSON.stringify(rules));
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const options = ["lint", `--only=${rule}`, "--reporter=json", `--config-path=${folder}`, folder];
  const run = promisify(execFile)(process.execPath, [BIOME, ...options], { cwd: folder });
  // It ends with an error when it finds something.
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  return diagnostics
    .filter(({ category }) => category === `lint/${rule}`)
    .map(({ location: { path, start } }) => `${relative(folder, resolve(folder, path))}:${start.line}`)
    .sort();
}

test("linter: String() is refused where receipts are verified and read, and only there", async () => {
  const uses = [
    "export const a = (value: unknown): string => String(value);",
    "export const b = (values: unknown[]): string[] => values.map(String);",
    "export const c = (value: unknown): string => new String(value).valueOf();",
    "export const d = (value: Buffer): string => value.toString();",
  ].join("\n");
  const inside = ["server/src/providers/receipts/vendor.ts", "server/src/receipts/api/route.ts"];
  const outside = ["server/src/http/route.ts", "server/src/receipts/store.test.ts"];
  const found = await foundBy("style/noRestrictedGlobals", uses, [...inside, ...outside]);
  expect(found).toEqual(inside.flatMap((path) => [1, 2, 3].map((line) => `${path}:${line}`)));
});
