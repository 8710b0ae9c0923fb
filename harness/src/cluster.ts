import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { attachEmbedded } from "@tidings/server/embedded";
import pg from "pg";
import { removeDirectory } from "./cleanup.ts";
import { type FaultProxy, openFaultProxy } from "./fault-proxy.ts";
import { freePort } from "./loopback.ts";
import { type Postgres, silentLogger } from "./postgres.ts";
import { type Ended, type ServerProcess, startServer } from "./server-process.ts";
import { HANG_MS } from "./waiting.ts";

/** One process of the cluster; the slot keeps its port when the process is killed and started again. */
export type Slot = {
  readonly name: string;
  readonly role: "api" | "worker" | "all";
  readonly url: string;
  process: ServerProcess | undefined;
  /** Another build of the program for the next start; undefined: this tree's. */
  program: string | undefined;
};

/** An installation as an operator runs it: processes of the built server on one PostgreSQL. */
export type Cluster = {
  readonly apiKey: string;
  readonly secrets: readonly string[];
  readonly slots: readonly Slot[];
  readonly apis: readonly Slot[];
  readonly workers: readonly Slot[];
  /** Between the servers and PostgreSQL; undefined where PostgreSQL is embedded. */
  readonly network: FaultProxy | undefined;
  /** The working directory of the processes. */
  readonly directory: string;
  /** Of the embedded PostgreSQL; a cluster on another PostgreSQL has none. */
  readonly dataDirectory: string;
  /** Starts the process unless it runs, and waits until it is ready. `failpoints` are added to those of the cluster. */
  start(slot: Slot, failpoints?: string, variables?: Record<string, string>): Promise<void>;
  end(slot: Slot, signal: NodeJS.Signals): Promise<Ended>;
  /** The environment variables of the slot's process. */
  variablesOf(slot: Slot, failpoints?: string): Record<string, string>;
  /** Runs `work` on a direct database connection that bypasses the proxy. */
  withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  /** Calls `api`; without it, the first API. */
  request(method: string, path: string, body?: object, api?: Slot): Promise<Answer>;
  /** The output of all processes, also of ended ones. */
  logs(): string;
  close(): Promise<void>;
};

export type ClusterOptions = {
  /** undefined: one process with an embedded PostgreSQL. */
  postgres: Postgres | undefined;
  apis: number;
  workers: number;
  failpoints: string;
  /** The build with which all processes start first; undefined: this tree's. */
  program: string | undefined;
  /** Working directory of the processes; also has the data of an embedded PostgreSQL. */
  directory: string;
  /** Additional environment variables. */
  extraVariables(role: Slot["role"]): Record<string, string>;
};

export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { postgres, apis, workers, failpoints, program, directory, extraVariables } = options;
  const dataDirectory = `${directory}/data`;
  const apiKey = `td_${randomBytes(24).toString("base64url")}`;
  const secretsKey = randomBytes(32).toString("base64");
  const name = `verify_${randomBytes(6).toString("hex")}`;
  const network = postgres ? await openFaultProxy(postgres.upstream) : undefined;
  await postgres?.createDatabase(name);
  const slots = postgres
    ? [...(await slotsOf("api", apis, program)), ...(await slotsOf("worker", workers, program))]
    : await slotsOf("all", 1, program);
  const all: ServerProcess[] = [];

  const variablesOf = (slot: Slot, added = ""): Record<string, string> => ({
    NODE_ENV: "test",
    TIDINGS_FAILPOINT: [failpoints, added].filter((list) => list !== "").join(","),
    PORT: new URL(slot.url).port,
    TIDINGS_ROLE: slot.role,
    TIDINGS_API_KEY: apiKey,
    TIDINGS_SECRETS_KEYS: `k1:${secretsKey}`,
    TIDINGS_DATA_DIR: dataDirectory,
    TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8",
    LOG_LEVEL: "warn",
    ...extraVariables(slot.role),
    ...(postgres && network
      ? { DATABASE_URL: `postgres://${postgres.userInfo}@127.0.0.1:${network.port}/${name}` }
      : {}),
  });

  const connect = async (): Promise<pg.Client> => {
    if (postgres) return postgres.connect(name);
    const embedded = await attachEmbedded(dataDirectory, silentLogger);
    const client = new pg.Client(embedded?.connection);
    client.on("error", () => {});
    await client.connect();
    return client;
  };

  const cluster: Cluster = {
    apiKey,
    secrets: [apiKey, secretsKey],
    slots,
    apis: slots.filter(({ role }) => role !== "worker"),
    workers: slots.filter(({ role }) => role !== "api"),
    network,
    directory,
    dataDirectory,
    variablesOf,
    start: async (slot, added, variables = {}) => {
      if (slot.process?.isRunning) return;
      const process = startServer(directory, { ...variablesOf(slot, added), ...variables }, slot.program);
      slot.process = process;
      all.push(process);
      await process.ready;
    },
    end: async (slot, signal) => (await slot.process?.end(signal)) ?? { code: 0, signal: null, tookMs: 0 },
    withDatabase: async (work) => {
      const client = await connect();
      // The harness joins whole tables of a new database, whose sizes the planner does not know yet: nested loops took minutes.
      await client.query("set enable_nestloop = off");
      return work(client).finally(() => client.end().catch(() => {}));
    },
    request: (method, path, body, api = cluster.apis[0] as Slot) =>
      request(`${api.url}${path}`, { apiKey, method, body }),
    logs: () => all.map(({ output }) => output).join("\n"),
    close: async () => {
      await Promise.all(slots.map(({ process }) => process?.end("SIGKILL")));
      await network?.close();
      await postgres?.dropDatabase(name).catch(() => {});
      removeDirectory(directory);
    },
  };
  return cluster;
}

async function slotsOf(role: Slot["role"], count: number, program: string | undefined): Promise<Slot[]> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return Promise.all(
    numbers.map(async (number) => {
      const url = `http://127.0.0.1:${await freePort()}`;
      return { name: `${role} ${number}`, role, url, process: undefined, program };
    }),
  );
}

type Call = { apiKey: string; method: string; body: object | undefined };

type Answer = { status: number; body: Record<string, unknown> };

const RETRY_AFTER_MS = 500;

/** An API that sheds load on a slow machine asks for a retry, and has done nothing. */
async function request(url: string, call: Call): Promise<Answer> {
  for (const since = performance.now(); ; await sleep(RETRY_AFTER_MS)) {
    const answer = await requestOnce(url, call);
    const isOverloaded = answer.status === 503 && /overloaded/.test(String(answer.body.message));
    if (!isOverloaded || performance.now() - since > HANG_MS) return answer;
  }
}

async function requestOnce(url: string, { apiKey, method, body }: Call): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `ApiKey ${apiKey}`, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(HANG_MS),
  });
  const text = await response.text();
  const parsed = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
  return { status: response.status, body: (parsed.data ?? parsed) as Record<string, unknown> };
}
