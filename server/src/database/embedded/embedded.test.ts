import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { ask, killHard, openWorkbench } from "../../../testing/embedded-servers.ts";
import { createLog } from "../../foundation/log.ts";
import { attachEmbedded } from "./embedded.ts";
import { isAlive } from "./postmaster.ts";

const bench = openWorkbench();
afterEach(() => bench.clear());
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });
const log = createLog("silent");

test("the first start creates a cluster and serves its database", async () => {
  const server = await bench.start(bench.directory(), { isDurable: true });
  expect(server.wasAdopted).toBe(false);
  expect(server.version).toMatch(/^18\./);
  expect(await ask(server, "select current_database()")).toBe("tidings");
  expect(await ask(server, "show fsync")).toBe("on");
  expect(await ask(server, "show synchronous_commit")).toBe("on");
  expect(await ask(server, "show listen_addresses")).toBe("");
});

test("texts sort by their bytes, and letters beyond ASCII have a lower case and trigrams", async () => {
  const server = await bench.start(bench.directory());
  await ask(server, "create extension pg_trgm");
  expect(await ask(server, "select 'B' < 'a' and 'z' < 'ä'")).toBe(true);
  expect(await ask(server, "select lower('ÄÉ')")).toBe("äé");
  expect(await ask(server, "select cardinality(show_trgm('日本語'))")).toBe(4);
});

test("a second start is fast and finds what was written", async () => {
  const directory = bench.directory();
  const first = await bench.start(directory);
  await ask(first, "create table note as select 'kept' as text");
  await first.stop();
  const before = performance.now();
  const second = await bench.start(directory);
  expect(performance.now() - before).toBeLessThan(1_000);
  expect(second.wasAdopted).toBe(false);
  expect(await ask(second, "select text from note")).toBe("kept");
});

test("stopping twice is the same as stopping once, and leaves no process", async () => {
  const server = await bench.start(bench.directory());
  await Promise.all([server.stop(), server.stop()]);
  expect(isRunning(server.pid)).toBe(false);
  expect(existsSync(join(server.connection.host, "postmaster.pid"))).toBe(false);
});

test("a server that outlived its killed process is adopted with its data", async () => {
  const directory = bench.directory();
  const { child, ready } = bench.startInChild(directory);
  const serverPid = await ready;
  await ask(await attached(directory), "create table note as select 'kept' as text");
  await killHard(child);
  const server = await bench.start(directory);
  expect(server).toMatchObject({ wasAdopted: true, pid: serverPid });
  expect(await ask(server, "select text from note")).toBe("kept");
});

test("a server left behind with other settings is started anew", async () => {
  const directory = bench.directory();
  const { child, ready } = bench.startInChild(directory);
  const serverPid = await ready;
  await killHard(child);
  const server = await bench.start(directory, { isDurable: true });
  expect(server.wasAdopted).toBe(true);
  expect(server.pid).not.toBe(serverPid);
  expect(await ask(server, "show fsync")).toBe("on");
});

test("after both were killed the data is recovered", async () => {
  const directory = bench.directory();
  const { child, ready } = bench.startInChild(directory, true);
  const serverPid = await ready;
  await ask(await attached(directory), "create table note as select 'kept' as text");
  await killHard(child);
  process.kill(serverPid, "SIGKILL");
  const server = await bench.start(directory, { isDurable: true });
  expect(server.wasAdopted).toBe(false);
  expect(await ask(server, "select text from note")).toBe("kept");
});

test("a backend that a long query keeps busy after its postmaster was killed does not stand in the way", async () => {
  const directory = bench.directory();
  const { child, ready } = bench.startInChild(directory);
  const serverPid = await ready;
  const found = await attached(directory);
  ask(found, "select sum(x) from generate_series(1, 300000000) x").catch(() => {});
  await expect
    .poll(() => ask(found, "select count(*)::int from pg_stat_activity where query like 'select sum%'"))
    .toBe(1);
  await killHard(child);
  process.kill(serverPid, "SIGKILL");
  const before = performance.now();
  expect((await bench.start(directory)).wasAdopted).toBe(false);
  expect(performance.now() - before).toBeLessThan(2_000);
});

test("a server that is just shutting down is waited for and started again", async () => {
  const directory = bench.directory();
  const { child, ready } = bench.startInChild(directory);
  const serverPid = await ready;
  await killHard(child);
  process.kill(serverPid, "SIGINT");
  const server = await bench.start(directory);
  expect(server.pid).not.toBe(serverPid);
});

test("two starts of an empty directory at the same moment give one server, and one of them is refused", async () => {
  const directory = bench.directory();
  const outcomes = await Promise.allSettled([bench.start(directory), bench.start(directory)]);
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(readdirSync(directory).sort()).toEqual(["postgres", "postgres.log"]);
});

test("a start after one that was killed while it made the cluster makes it anew", async () => {
  const directory = bench.directory();
  const killed = bench.startInChild(directory);
  await expect.poll(() => readdirSync(directory).length, { timeout: 5_000, interval: 10 }).toBe(1);
  await sleep(100);
  await killHard(killed.child);
  const server = await bench.start(directory);
  expect(readdirSync(directory).sort()).toEqual(["postgres", "postgres.log"]);
  expect(await ask(server, "select 1")).toBe(1);
});

test("a postmaster.pid that names another program's process is no obstacle", async () => {
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

test("a postmaster.pid that a power cut left empty is no obstacle", async () => {
  const directory = bench.directory();
  await (await bench.start(directory)).stop();
  writeFileSync(join(directory, "postgres", "postmaster.pid"), "", { mode: 0o600 });
  expect((await bench.start(directory)).wasAdopted).toBe(false);
});

test("a half-finished cluster is swept away and made anew", async () => {
  const directory = bench.directory();
  const draft = join(directory, "postgres.new-999999999");
  mkdirSync(join(draft, "base"), { recursive: true });
  mkdirSync(join(directory, "postgres"));
  const server = await bench.start(directory);
  expect(existsSync(draft)).toBe(false);
  expect(await ask(server, "select 1")).toBe(1);
});

test("the death of the server is noticed", async () => {
  const directory = bench.directory();
  const reason = await new Promise<string>((onLost) => {
    bench.start(directory, { onLost }).then((server) => process.kill(server.pid, "SIGKILL"));
  });
  expect(reason).toMatch(/terminat/);
});

test("an expected end is not reported as a loss", async () => {
  const losses: string[] = [];
  const server = await bench.start(bench.directory(), { onLost: (reason) => losses.push(reason) });
  await server.stop();
  expect(losses).toEqual([]);
});

test("a command attaches to a running server, and to nothing where none runs", async () => {
  const directory = bench.directory();
  expect(await attachEmbedded(directory, log)).toBeUndefined();
  const server = await bench.start(directory);
  expect((await attachEmbedded(directory, log))?.connection).toEqual(server.connection);
  await server.stop();
  expect(await attachEmbedded(directory, log)).toBeUndefined();
});

/** A killed process whose parent has not looked yet is no longer running. */
function isRunning(pid: number): boolean {
  if (process.platform !== "linux" || !isAlive(pid)) return isAlive(pid);
  return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
}

async function attached(directory: string) {
  const found = await attachEmbedded(directory, log);
  if (!found) throw new Error("nothing runs");
  return found;
}
