import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { ask, killHard, openWorkbench } from "../../../testing/embedded-servers.ts";
import { createLog } from "../../foundation/log.ts";
import { attachEmbedded } from "./embedded.ts";
import { isAlive } from "./postmaster.ts";

/** Starts on what a crash, a power cut or another instance left. */

const bench = openWorkbench();
afterEach(() => bench.clear());
const log = createLog("silent");

test("embedded: an adopted server with other settings is restarted", async () => {
  const directory = bench.directory();
  const { child, ready } = bench.startInChild(directory);
  const serverPid = await ready;
  await killHard(child);
  const server = await bench.start(directory, { isDurable: true });
  expect(server.wasAdopted).toBe(true);
  expect(server.pid).not.toBe(serverPid);
  expect(await ask(server, "show fsync")).toBe("on");
});

test("embedded: a busy backend of a killed postmaster does not prevent a start", async () => {
  const directory = bench.directory();
  const { child, ready } = bench.startInChild(directory);
  const serverPid = await ready;
  const found = await attached(directory);
  const query = ask(found, "select sum(x) from generate_series(1, 100000000000) x").then(
    () => "completed",
    () => "ended",
  );
  await expect
    .poll(() => ask(found, "select count(*)::int from pg_stat_activity where query like 'select sum%'"))
    .toBe(1);
  await killHard(child);
  process.kill(serverPid, "SIGKILL");
  expect((await bench.start(directory)).wasAdopted).toBe(false);
  // The start did not wait for the query, which takes hours.
  expect(await query).toBe("ended");
});

test("embedded: waits for a server that is shutting down, and starts it again", async () => {
  const directory = bench.directory();
  const { child, ready } = bench.startInChild(directory);
  const serverPid = await ready;
  await killHard(child);
  process.kill(serverPid, "SIGINT");
  const server = await bench.start(directory);
  expect(server.pid).not.toBe(serverPid);
});

test("embedded: a cluster whose creation was killed is created again", async () => {
  const directory = bench.directory();
  const killed = bench.startInChild(directory);
  await expect.poll(() => readdirSync(directory).length, { interval: 10 }).toBe(1);
  await sleep(100);
  await killHard(killed.child);
  const server = await bench.start(directory);
  expect(readdirSync(directory).sort()).toEqual(["postgres", "postgres.log"]);
  expect(await ask(server, "select 1")).toBe(1);
});

test("embedded: starts although postmaster.pid names the process of another program", async () => {
  const directory = bench.directory();
  const first = await bench.start(directory);
  const file = join(directory, "postgres", "postmaster.pid");
  const text = readFileSync(file, "utf8");
  await first.stop();
  writeFileSync(file, text.replace(/^\d+/, String(process.ppid)), { mode: 0o600 });
  const second = await bench.start(directory);
  expect(second.wasAdopted).toBe(false);
  expect(isAlive(process.ppid)).toBe(true);
});

test("embedded: starts although a power cut left postmaster.pid empty", async () => {
  const directory = bench.directory();
  await (await bench.start(directory)).stop();
  writeFileSync(join(directory, "postgres", "postmaster.pid"), "", { mode: 0o600 });
  expect((await bench.start(directory)).wasAdopted).toBe(false);
});

test("embedded: an incomplete cluster is removed and created again", async () => {
  const directory = bench.directory();
  const draft = join(directory, "postgres.new-999999999");
  mkdirSync(join(draft, "base"), { recursive: true });
  mkdirSync(join(directory, "postgres"));
  const server = await bench.start(directory);
  expect(existsSync(draft)).toBe(false);
  expect(await ask(server, "select 1")).toBe(1);
});

async function attached(directory: string) {
  const found = await attachEmbedded(directory, log);
  if (!found) throw new Error("nothing runs");
  return found;
}
