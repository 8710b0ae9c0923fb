import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { filesBelow, killHard, postmasterOf, processesBelow } from "./leftovers.ts";
import { type TestEnvironment, testEnvironment } from "./test-environment.ts";

/** An ended process. */
export type Ended = {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  tookMs: number;
};

/** A running `tidings serve`, as the operator sees it. */
export type TestProcess = {
  readonly pid: number;
  readonly url: string;
  /** As printed at the start; undefined when it was not printed. */
  readonly apiKey: string | undefined;
  /** The output so far. */
  readonly stdout: string;
  readonly stderr: string;
  /** From the start of the program to "is ready". */
  readonly readyAfterMs: number;
  readonly isRunning: boolean;
  caller(apiKey?: string): TestEnvironment;
  /** Sends the signal and waits for the end. */
  end(signal: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<Ended>;
};

type Variables = Record<string, string>;

/** A simulated machine: a data directory, a directory for temporary files, and the processes started on it. */
export type TestMachine = {
  readonly dataDirectory: string;
  readonly temporaryDirectory: string;
  /** Runs a command of the program to its end. */
  run(args: readonly string[], env?: Variables): Promise<Ended>;
  /** Starts `serve` on a free port, and waits until it is ready. */
  serve(flags?: readonly string[], env?: Variables): Promise<TestProcess>;
  /** Starts `serve` by another program, in the checkout or a directory: `npm start`, `npx tidings serve`. */
  serveBy(file: string, args: readonly string[], cwd?: string): Promise<TestProcess>;
  /** The process id of the embedded PostgreSQL; undefined when there is none. */
  readonly postgresPid: number | undefined;
  /** Processes, sockets and temporary files that are still on this machine. */
  leftovers(): string[];
  close(): Promise<void>;
};

const CHECKOUT = join(import.meta.dirname, "../..");
const PROGRAM = join(CHECKOUT, "client/bin/tidings.js");
const READY = /Tidings is ready at (\S+)/;
/** Far longer than a start takes, even on a busy machine. */
const START_PATIENCE_MS = 25_000;

/** Opens machines for the tests of one file, and closes them after each test. */
export function useTestMachines(): () => Promise<TestMachine> {
  const machines: TestMachine[] = [];
  afterEach(async () => {
    for (const machine of machines.splice(0)) await machine.close();
  });
  return async () => {
    const machine = await openTestMachine();
    machines.push(machine);
    return machine;
  };
}

export async function openTestMachine(): Promise<TestMachine> {
  const directory = mkdtempSync(join(tmpdir(), "tidings-machine-"));
  const dataDirectory = join(directory, "data");
  const temporaryDirectory = join(directory, "tmp");
  await mkdir(temporaryDirectory);
  const started: Child[] = [];
  const startProgram = ({ env, ...program }: Program): Child => {
    const own = { TMPDIR: temporaryDirectory, TIDINGS_DATA_DIR: dataDirectory, PORT: "0", ...env };
    const child = startChild({ ...program, env: own });
    started.push(child);
    return child;
  };
  const start = (args: readonly string[], env: Variables): Child =>
    startProgram({ file: process.execPath, args: [PROGRAM, ...args], cwd: directory, env });
  return {
    dataDirectory,
    temporaryDirectory,
    run: (args, env = {}) => start(args, env).ended,
    serve: (flags = [], env = {}) => ready(start(["serve", ...flags], env)),
    serveBy: (file, args, cwd = CHECKOUT) => ready(startProgram({ file, args, cwd, env: {} })),
    get postgresPid() {
      return postmasterOf(dataDirectory);
    },
    leftovers: () => [
      ...processesBelow(directory).map((pid) => `process ${pid}`),
      ...started.filter(({ isRunning }) => isRunning).map(({ pid }) => `process ${pid} of ours`),
      ...filesBelow(temporaryDirectory).map((name) => `temporary file ${name}`),
      ...filesBelow(dataDirectory).filter((name) => /\.s\.PGSQL|postmaster\.pid|\.part$|\.new-/.test(name)),
    ],
    close: async () => {
      for (const child of started.filter(({ isRunning }) => isRunning)) await child.end("SIGKILL");
      await killHard(postmasterOf(dataDirectory));
      for (const pid of processesBelow(directory)) await killHard(pid);
      rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

type Child = Pick<TestProcess, "pid" | "stdout" | "stderr" | "isRunning" | "end"> & {
  readonly startedAtMs: number;
  readonly ended: Promise<Ended>;
  /** Resolves at the next output. */
  said(): Promise<void>;
};

type Program = { file: string; args: readonly string[]; cwd: string; env: Variables };

/** Passes on only PATH and HOME: settings of the test run must not reach the tested process. */
function startChild({ file, args, cwd, env }: Program): Child {
  const startedAtMs = performance.now();
  const child = spawn(file, [...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  let wake = () => {};
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
    wake();
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code, signal) => {
      resolve({ code, signal, stdout, stderr, tookMs: performance.now() - startedAtMs });
    });
  });
  return {
    pid: child.pid as number,
    startedAtMs,
    ended,
    get stdout() {
      return stdout;
    },
    get stderr() {
      return stderr;
    },
    get isRunning() {
      return child.exitCode === null && child.signalCode === null;
    },
    said: () =>
      new Promise((resolve) => {
        wake = resolve;
      }),
    end: async (signal) => {
      const since = performance.now();
      child.kill(signal);
      return { ...(await ended), tookMs: performance.now() - since };
    },
  };
}

async function ready(child: Child): Promise<TestProcess> {
  const late = new Promise<"late">((resolve) => setTimeout(resolve, START_PATIENCE_MS, "late").unref());
  for (;;) {
    const url = READY.exec(child.stdout)?.[1];
    if (url) return readyProcess(child, url);
    const news = await Promise.race([child.said(), child.ended, late]);
    if (!news) continue;
    throw new Error(`the process did not become ready: ${child.stdout}\n${child.stderr}`);
  }
}

function readyProcess(child: Child, url: string): TestProcess {
  const readyAfterMs = performance.now() - child.startedAtMs;
  const printed = /API key +(\S+)/.exec(child.stdout)?.[1];
  const environment = {
    id: "",
    organizationId: "",
    name: "Development",
    isTest: false,
    createdAt: new Date(0),
  };
  return Object.assign(Object.create(child) as Child, {
    url,
    apiKey: printed,
    readyAfterMs,
    caller: (apiKey = printed ?? "") => testEnvironment({ url, apiKey, environment }),
  });
}
