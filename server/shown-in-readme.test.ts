import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Checks that the README's examples work. Needs the build, for the SDK's declarations. */

const ROOT = join(import.meta.dirname, "..");
const readme = readFileSync(join(ROOT, "README.md"), "utf8");

const STRICT = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  target: "ES2023",
  module: "NodeNext",
  types: ["node"],
  skipLibCheck: true,
};

test("README: its TypeScript compiles under strict", () => {
  const snippets = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code as string);
  expect(snippets.length).toBeGreaterThan(0);
  mkdirSync(join(ROOT, ".build"), { recursive: true });
  // Inside the checkout, so that the workspace packages resolve by name.
  const directory = mkdtempSync(join(ROOT, ".build/readme-"));
  try {
    for (const [number, code] of snippets.entries()) writeFileSync(join(directory, `${number}.ts`), code);
    writeFileSync(join(directory, "tsconfig.json"), JSON.stringify({ compilerOptions: STRICT }));
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    execFileSync(process.execPath, [tsc, "--project", directory], { encoding: "utf8", stdio: "pipe" });
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("README: it lists the paths without a key, and the commands to start and to test", () => {
  for (const path of ["/livez", "/readyz", "/v1/health-check", "/docs", "/openapi.json"]) {
    expect(readme).toContain(`\`${path}\``);
  }
  expect(readme).toContain("\nnpm ci && npm start\n");
  expect(readme).toContain("\nnpm ci && npm test\n");
});
