import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { filesBelow, killHard, postmasterOf, processesBelow } from "./leftovers.ts";
import { PATIENCE_MS } from "./patience.ts";
import { type TestEnvironment, testEnvironment } from "./test-environment.ts";

/** An ended process. */
export type Ended = {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  /** What the program wrote to stderr, except that this machine was too slow for it: no test may depend on that. */
  complaints: string;
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
  readonly isRunning: boolean;
  /** Calls again when the process sheds load. */
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
/** Ten processes that start at once take minutes on a busy machine. */
const START_PATIENCE_MS = 3 * PATIENCE_MS;
const READY = /Tidings is ready at (\S+)/;

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
  readonly ended: Promise<Ended>;
  /** Resolves at the next output. */
  said(): Promise<void>;
};

type Program = { file: string; args: readonly string[]; cwd: string; env: Variables };

/** Passes on only PATH and HOME: settings of the test run must not reach the tested process. */
function startChild({ file, args, cwd, env }: Program): Child {
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
      resolve({ code, signal, stdout, stderr, complaints: complaintsIn(stderr) });
    });
  });
  return {
    pid: child.pid as number,
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
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/**
 * While several processes start on two cores beside other tests, a connection can take longer than its 5 s: the program reports its
 * own delay (`own-delays.ts`), or an outage that began with a time-out.
 */
const SLOW_MACHINE = [
  /the database was not reached in time because this process was too slow/,
  /PostgreSQL ended a transaction that this process did not continue in time/,
  /timeout.*the database cannot be reached, an outage began/,
  /the database can be reached again, the outage is over/,
];

function complaintsIn(stderr: string): string {
  const lines = stderr.split("\n");
  return lines.filter((line) => !SLOW_MACHINE.some((one) => one.test(line))).join("\n");
}

async function ready(child: Child): Promise<TestProcess> {
  const late = new Promise<"late">((resolve) => setTimeout(resolve, START_PATIENCE_MS, "late").unref());
  for (;;) {
    const url = READY.exec(child.stdout)?.[1];
    if (url) return readyProcess(child, url);
    const news = await Promise.race([child.said(), child.ended, late]);
    if (!news) continue;
    const how =
      news === "late" ? `within ${START_PATIENCE_MS} ms` : `and ended (${news.code ?? news.signal})`;
    throw new Error(`the process did not become ready ${how}: ${child.stdout}\n${child.stderr}`);
  }
}

function readyProcess(child: Child, url: string): TestProcess {
  const printed = /API key +(\S+)/.exec(child.stdout)?.[1];
  const environment = {
    id: "",
    organizationId: "",
    name: "Development",
    isTest: false,
    defaultZone: "UTC",
    createdAt: new Date(0),
  };
  return Object.assign(Object.create(child) as Child, {
    url,
    apiKey: printed,
    caller: (apiKey = printed ?? "") => testEnvironment({ url, apiKey, environment, retriesWhenShed: true }),
  });
}
