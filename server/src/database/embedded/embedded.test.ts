import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { captureLog } from "../../../testing/captured-log.ts";
import { ask, killHard, openWorkbench } from "../../../testing/embedded-servers.ts";
import { createLog } from "../../foundation/log.ts";
import { attachEmbedded } from "./embedded.ts";
import { isAlive } from "./postmaster.ts";

const bench = openWorkbench();
afterEach(() => bench.clear());
const log = createLog("silent");

test("embedded: the first start creates a cluster with its database", async () => {
  const server = await bench.start(bench.directory(), { isDurable: true });
  expect(server.wasAdopted).toBe(false);
  expect(server.version).toMatch(/^18\./);
  expect(await ask(server, "select current_database()")).toBe("tidings");
  expect(await ask(server, "show fsync")).toBe("on");
  expect(await ask(server, "show synchronous_commit")).toBe("on");
  expect(await ask(server, "show listen_addresses")).toBe("");
});

test("embedded: texts sort by bytes; letters beyond ASCII have lower case and trigrams", async () => {
  const server = await bench.start(bench.directory());
  await ask(server, "create extension pg_trgm");
  expect(await ask(server, "select 'B' < 'a' and 'z' < 'ä'")).toBe(true);
  expect(await ask(server, "select lower('ÄÉ')")).toBe("äé");
  expect(await ask(server, "select cardinality(show_trgm('日本語'))")).toBe(4);
});

test("embedded: a second start waits for nothing and has the data of the first", async () => {
  const directory = bench.directory();
  const first = await bench.start(directory);
  await ask(first, "create table note as select 'kept' as text");
  await first.stop();
  const captured = captureLog("debug");
  const second = await bench.start(directory, { log: captured.log });
  // Each retry and each cause of waiting has a line of its own.
  expect(captured.lines.map((line) => JSON.parse(line).msg)).toEqual(["embedded PostgreSQL is ready"]);
  expect(second.wasAdopted).toBe(false);
  expect(await ask(second, "select text from note")).toBe("kept");
});

test("embedded: stop is idempotent and leaves no process", async () => {
  const server = await bench.start(bench.directory());
  await Promise.all([server.stop(), server.stop()]);
  expect(isRunning(server.pid)).toBe(false);
  expect(existsSync(join(server.connection.host, "postmaster.pid"))).toBe(false);
});

test("embedded: a server of a killed process is adopted with its data", async () => {
  const directory = bench.directory();
  const { child, ready } = bench.startInChild(directory);
  const serverPid = await ready;
  await ask(await attached(directory), "create table note as select 'kept' as text");
  await killHard(child);
  const server = await bench.start(directory);
  expect(server).toMatchObject({ wasAdopted: true, pid: serverPid });
  expect(await ask(server, "select text from note")).toBe("kept");
});

test("embedded: after process and server were killed the data is recovered", async () => {
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

test("embedded: of two concurrent starts in an empty directory one is refused", async () => {
  const directory = bench.directory();
  const outcomes = await Promise.allSettled([bench.start(directory), bench.start(directory)]);
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(readdirSync(directory).sort()).toEqual(["postgres", "postgres.log"]);
});

test("embedded: onLost is called when the server is killed", async () => {
  const directory = bench.directory();
  const reason = await new Promise<string>((onLost) => {
    bench.start(directory, { onLost }).then((server) => process.kill(server.pid, "SIGKILL"));
  });
  expect(reason).toMatch(/terminat/);
});

test("embedded: onLost is not called by stop", async () => {
  const losses: string[] = [];
  const server = await bench.start(bench.directory(), { onLost: (reason) => losses.push(reason) });
  await server.stop();
  expect(losses).toEqual([]);
});

test("attachEmbedded: connects to a running server; undefined when none is running", async () => {
  const directory = bench.directory();
  expect(await attachEmbedded(directory, log)).toBeUndefined();
  const server = await bench.start(directory);
  expect((await attachEmbedded(directory, log))?.connection).toEqual(server.connection);
  await server.stop();
  expect(await attachEmbedded(directory, log)).toBeUndefined();
});

/** A zombie process does not count as running. */
function isRunning(pid: number): boolean {
  if (process.platform !== "linux" || !isAlive(pid)) return isAlive(pid);
  return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
}

async function attached(directory: string) {
  const found = await attachEmbedded(directory, log);
  if (!found) throw new Error("nothing runs");
  return found;
}
