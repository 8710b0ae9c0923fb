import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/** What `npm start` builds before it starts the service, in a fresh checkout and later. */

const CHECKOUT = join(import.meta.dirname, "../..");
const COPIED = [
  ...["contract", "client", "server", "inbox", "dashboard"].flatMap((one) => [
    `${one}/src`,
    `${one}/tsconfig.json`,
    `${one}/package.json`,
  ]),
  "server/copy-assets.mjs",
  "inbox/build.mjs",
  ...["build.mjs", "index.html", "public", "vite", "vite.config.ts"].map((one) => `dashboard/${one}`),
  "scripts",
  "tsconfig.base.json",
  "package.json",
  "package-lock.json",
];

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "tidings-build-"));
  for (const name of COPIED) cpSync(join(CHECKOUT, name), join(directory, name), { recursive: true });
  symlinkSync(join(CHECKOUT, "node_modules"), join(directory, "node_modules"));
});
afterAll(() => rmSync(directory, { recursive: true }));

const BUILD = `import { buildRuntime } from "./scripts/build-runtime.mjs";
  await buildRuntime((sentence) => console.log(sentence));`;
const node = (...args: string[]) =>
  execFileSync(process.execPath, args, { cwd: directory, encoding: "utf8" });
const build = () => node("--input-type=module", "--eval", BUILD);
const tsc = join(CHECKOUT, "node_modules/typescript/bin/tsc");
const isThere = (name: string) => existsSync(join(directory, name));

test("first start: builds everything and says so; later starts build only what changed", () => {
  expect(build()).toMatch(/^Building contract, client, server, inbox, dashboard: .*\n$/);
  for (const name of ["contract/dist/index.js", "client/dist/cli/main.js", "server/dist/main.js"]) {
    expect([name, isThere(name)]).toEqual([name, true]);
  }
  expect(readdirSync(join(directory, "server/assets/reference"))).toHaveLength(3);
  const element = readFileSync(join(directory, "server/assets/inbox.js"), "utf8");
  expect(element).toContain("tidings-inbox");
  expect(isThere("server/assets/dashboard/index.html")).toBe(true);
  expect(build()).toBe("");

  appendFileSync(join(directory, "inbox/src/style.css"), "\n.one-more {\n  color: red;\n}\n");
  expect(build()).toMatch(/^Building inbox:/);
  expect(readFileSync(join(directory, "server/assets/inbox.js"), "utf8")).toContain("one-more");
  appendFileSync(join(directory, "client/src/index.ts"), "\n// one more line\n");
  expect(build()).toMatch(/^Building client, dashboard:/);
  rmSync(join(directory, "contract/dist"), { recursive: true });
  rmSync(join(directory, "server/src/keyring.ts"));
  expect(build()).toMatch(/^Building contract, server:/);
  expect([isThere("contract/dist/index.js"), isThere("server/dist/keyring.js")]).toEqual([true, false]);
  expect(build()).toBe("");
});

test("a full build: recreates a deleted dist and reuses nothing of a quick build", () => {
  rmSync(join(directory, "contract/dist"), { recursive: true, force: true });
  for (const _ of ["first", "after it was deleted"]) {
    node(tsc, "-b", "contract");
    expect([isThere("contract/dist/index.js"), isThere("contract/dist/index.d.ts")]).toEqual([true, true]);
    rmSync(join(directory, "contract/dist"), { recursive: true });
  }
  build();
  expect(isThere("contract/dist/index.d.ts")).toBe(false);
  node(tsc, "-b", "contract");
  expect(isThere("contract/dist/index.d.ts")).toBe(true);
});

test("the last step of a full build: bundles only what changed", () => {
  build();
  const bundledAt = () => statSync(join(directory, "inbox/dist/tidings-inbox.js")).mtimeMs;
  const before = bundledAt();
  node("scripts/after-build.mjs");
  expect(bundledAt()).toBe(before);
  appendFileSync(join(directory, "inbox/src/style.css"), "\n.two-more {\n  color: red;\n}\n");
  node("scripts/after-build.mjs");
  expect(readFileSync(join(directory, "server/assets/inbox.js"), "utf8")).toContain("two-more");
  expect(build()).toBe("");
});
