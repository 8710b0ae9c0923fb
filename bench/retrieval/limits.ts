import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { type Figures, get } from "./get-load.ts";
import { type LoggedStatement, loggedStatements } from "./logged-statements.ts";
import { cpuMs, type Postgres } from "./processes.ts";

const BARE_ROUTE = fileURLToPath(new URL("./bare-route.js", import.meta.url));

/** Requests/s, and milliseconds of processor time for each request. */
export type Limit = Figures & { cpuMsEach: number };

export type Asked = { ids: readonly string[]; connections: number };

/** The same load on a Fastify route that answers `body`: what HTTP alone costs. */
export async function measureBareRoute(body: string, { ids, connections }: Asked): Promise<Limit> {
  const child = spawn(process.execPath, [BARE_ROUTE], {
    env: { ...process.env, BODY: body },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve) => {
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim().split(" ").at(-1) ?? ""));
  });
  const pathAt = (index: number) => `/v1/notifications/${ids[index % ids.length]}`;
  const target = { url, apiKey: "none" };
  await get(target, { count: ids.length / 4, connections, pathAt });
  const before = cpuMs([child.pid as number]);
  const figures = await get(target, { count: ids.length, connections, pathAt });
  const cpuMsEach = (cpuMs([child.pid as number]) - before) / ids.length;
  child.stdin.end();
  return { ...figures, cpuMsEach };
}

/** The statements that one call executes. */
export async function statementsOf(
  postgres: Postgres,
  logFile: string,
  asked: { word: string; work: () => Promise<unknown> },
): Promise<LoggedStatement[]> {
  const client = new pg.Client(postgres);
  await client.connect();
  const statements = await loggedStatements(client, logFile, asked);
  await client.end();
  return statements;
}

/** The statements of one call for many notifications, prepared, without HTTP; `word` is the id in the parameters. */
export async function measureStatements(
  postgres: Postgres,
  { statements, word }: { statements: readonly LoggedStatement[]; word: string },
  { ids, connections }: Asked,
): Promise<Limit> {
  const pool = new pg.Pool({ ...postgres, max: connections });
  const load = async (count: number) => {
    let next = 0;
    const loop = async () => {
      while (next < count) await sendAll(pool, { statements, word }, ids[next++ % ids.length] as string);
    };
    await Promise.all(Array.from({ length: connections }, loop));
  };
  await load(ids.length / 4);
  const before = { cpuMs: cpuMs(postgres.pids()), at: performance.now() };
  await load(ids.length);
  const tookMs = performance.now() - before.at;
  const cpuMsEach = (cpuMs(postgres.pids()) - before.cpuMs) / ids.length;
  await pool.end();
  return { perSecond: (ids.length / tookMs) * 1_000, p50: Number.NaN, p99: Number.NaN, cpuMsEach };
}

async function sendAll(
  pool: pg.Pool,
  { statements, word }: { statements: readonly LoggedStatement[]; word: string },
  id: string,
): Promise<void> {
  for (const [at, { text, values }] of statements.entries()) {
    const own = values.map((value) => value?.replace(word, id) ?? null);
    await pool.query({ name: `logged${at}`, text, values: own });
  }
}
