import { EventEmitter, once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { GuardedThread, type ThreadUse } from "./guarded-thread.ts";
import { MachineFailure } from "./machine-failure.ts";
import { StuckThreads } from "./stuck-threads.ts";
import type { ThreadFailure } from "./thread-failure.ts";

/** A program that is ready when `before` has run, and then does to each message what `work` says. */
const program = (work: string, before = "") =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from "node:worker_threads";
      import { readlinkSync } from "node:fs";
      const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
      ${before}
      let tid;
      try { tid = Number(readlinkSync("/proc/thread-self").split("/").at(-1)); } catch {}
      parentPort.on("message", (message) => { ${work} });
      parentPort.postMessage({ isReady: true, tid });`)}`,
  );

const BURN = "for (;;) {}";
const SLEEP = "sleep(600_000)";
const BUDGET_MS = 100;

function guarded(file: URL, use: Partial<ThreadUse> = {}) {
  const heard = new EventEmitter<{ ready: []; lost: [ThreadFailure] }>();
  const thread = new GuardedThread({
    program: () => ({ file, name: "test", memoryMb: 64 }),
    stuck: new StuckThreads(),
    position: () => ({ name: "one", budgetMs: BUDGET_MS }),
    hear: () => {},
    onChange: () => heard.emit("ready"),
    onLost: (failure) => heard.emit("lost", failure),
    ...use,
  });
  onTestFinished(() => thread.close());
  const ready = once(heard, "ready");
  const lost = once(heard, "lost").then(([failure]): ThreadFailure => failure);
  thread.start();
  return { thread, ready, lost };
}

test("a thread that burns its budget is ended, and the failure tells the processor time", async () => {
  const { thread, ready, lost } = guarded(program(BURN));
  await ready;
  thread.work("go");
  const failure = await lost;
  expect(failure).toMatchObject({ kind: "too_slow", budgetMs: BUDGET_MS });
  expect(failure.kind === "too_slow" && failure.usedMs).toBeGreaterThan(BUDGET_MS);
  expect([thread.started, thread.killed, thread.isReady]).toEqual([1, 1, false]);
});

test.runIf(process.platform === "linux")(
  "a thread that gets no processor is ended by the guard, as a failure of the machine",
  async () => {
    const { thread, ready, lost } = guarded(program(SLEEP), { guardFactor: 5 });
    await ready;
    thread.work("go");
    const failure = await lost;
    expect(failure).toEqual({ kind: "machine", failure: expect.any(MachineFailure) });
    expect(failure).toMatchObject({
      failure: { reason: "guard", message: expect.stringContaining("stood still") },
    });
  },
);

test("a thread that gets on by little is not ended by the guard, but by its budget", async () => {
  let readings = 0;
  // Each reading says that 10 ms more were used.
  const readTime = async () => 10 * readings++;
  // At most 0.1 ms may pass without progress, and each look at the thread is later than that.
  const { thread, ready, lost } = guarded(program(SLEEP), { readTime, guardFactor: 0.001 });
  await ready;
  thread.work("go");
  expect(await lost).toEqual({ kind: "too_slow", usedMs: 110, budgetMs: BUDGET_MS });
});

test("without figures of the machine, the guard is the limit of the work", async () => {
  const { thread, ready, lost } = guarded(program(BURN), { readTime: async () => undefined, guardFactor: 5 });
  await ready;
  thread.work("go");
  expect(await lost).toMatchObject({ kind: "too_slow", budgetMs: BUDGET_MS });
});

test("another piece of work begins another budget", async () => {
  let name = 0;
  const { thread, ready, lost } = guarded(program(BURN), {
    position: () => ({ name: `${++name}`, budgetMs: BUDGET_MS }),
  });
  await ready;
  thread.work("go");
  const first = await Promise.race([lost, new Promise((resolve) => setTimeout(resolve, 500, "runs"))]);
  expect(first).toBe("runs");
});

test("a thread that ends without a reason is a failure of the machine; one that throws is not", async () => {
  const ended = guarded(program("process.exit(1)"));
  await ended.ready;
  ended.thread.work("go");
  expect(await ended.lost).toMatchObject({ kind: "machine", failure: { reason: "ended" } });
  const thrown = guarded(program("throw new Error('no')"));
  await thrown.ready;
  thrown.thread.work("go");
  expect(await thrown.lost).toEqual({ kind: "thrown", message: "no" });
});

test("a thread that fails at its start is a failure of the machine, and is not started again at once", async () => {
  const { thread, lost } = guarded(program("", "throw new Error('no library')"));
  expect(await lost).toMatchObject({ kind: "machine", failure: { reason: "not_started" } });
  thread.start();
  thread.start();
  expect([thread.started, thread.killed]).toEqual([1, 1]);
});
