import { fileURLToPath } from "node:url";
import { createClient } from "@tidings/client";
import pg from "pg";
import { createBenchWorkflow } from "./bench-workflow.ts";
import { HttpConnection } from "./http-connection.ts";
import { asFastAsPossible, expectOnly, quantile, type Target } from "./load.ts";
import { freePort, startProgram } from "./serving.ts";
import { loggedStatements } from "./suite/logged-statements.ts";
import { openOurs } from "./suite/ours.ts";
import { connectionTo, postmasterOf } from "./suite/postgres.ts";
import { sendAll } from "./suite/reading.ts";
import type { Contender, Round, Workload } from "./suite/workload.ts";
import { senderToOurs } from "./throughput.ts";

const NOTIFICATIONS = 20_000;
const QUICK_NOTIFICATIONS = 500;
const CONNECTIONS = 64;
/** As many as one environment may use of the pool for reads. */
const DATABASE_CONNECTIONS = 3;
const PAGE = 50;
/** Of the notifications, read over one connection. */
const ONE_BY_ONE_SHARE = 0.1;
const BARE_ROUTE = fileURLToPath(new URL("./bare-route.js", import.meta.url));

export const retrieval: Workload = {
  name: "retrieval",
  title: "Event retrieval",
  text: "`GET /v1/notifications/{id}` of all notifications, each with one in-app step, in random order over 64 connections. Alone: over one connection.",
  unit: "read",
  rounds: 3,
  open: async (options) => {
    const { target, dataDirectory, roots, count, close } = await openOurs(options);
    await createBenchWorkflow(target);
    const size = options.size ?? (options.isQuick ? QUICK_NOTIFICATIONS : NOTIFICATIONS);
    await senderToOurs(target)(size);
    const ids = shuffled(await listIds(target, size));
    const ours: Contender = { name: "ours", roots, ...count, close, ...httpRounds(target, ids) };
    if (!dataDirectory) return [ours];
    const reading: Reading = { target, dataDirectory, ids };
    return [ours, await openBareRoute(reading), await openStatements(reading)];
  },
};

type Reading = { target: Target; dataDirectory: string; ids: readonly string[] };

const pathOf = (id: string | undefined) => `/v1/notifications/${id}`;

function httpRounds(target: Target, ids: readonly string[]): Pick<Contender, "warmUp" | "round"> {
  const read = async (count: number, connections: number) => {
    const request = (index: number) => ({ path: pathOf(ids[index % ids.length]) });
    const load = await asFastAsPossible(target, { count, connections, request });
    expectOnly(200, load);
    return load;
  };
  const round = async (): Promise<Round> => {
    const { latenciesMs: alone } = await read(Math.ceil(ids.length * ONE_BY_ONE_SHARE), 1);
    const { latenciesMs, tookMs } = await read(ids.length, CONNECTIONS);
    return {
      operations: alone.length + latenciesMs.length,
      latenciesMs,
      figures: {
        "reads over 64 connections (/s)": (latenciesMs.length / tookMs) * 1_000,
        "alone p50 (ms)": quantile(alone, 0.5),
        "alone p99 (ms)": quantile(alone, 0.99),
      },
    };
  };
  return { warmUp: round, round };
}

/** A Fastify route that answers the same body: what HTTP alone costs. */
async function openBareRoute({ target, ids }: Reading): Promise<Contender> {
  const connection = new HttpConnection(target);
  const { body } = await connection.send({ path: pathOf(ids[0]) });
  connection.close();
  const variables = { BODY: body.toString(), PORT: String(await freePort()) };
  const program = await startProgram([BARE_ROUTE], variables);
  return {
    name: "bare route",
    note: `an empty Fastify route with the same body of ${body.length} bytes; no database, no checks.`,
    roots: () => [{ name: "the service", pid: program.pid }],
    ...httpRounds({ url: program.url, apiKey: "none" }, ids),
    close: async () => void (await program.stop()),
  };
}

/** The statements of one call, for all notifications, without HTTP. */
async function openStatements({ target, dataDirectory, ids }: Reading): Promise<Contender> {
  const connection = new HttpConnection(target);
  const word = ids[0] as string;
  const calls = [() => connection.send({ path: pathOf(word) })];
  const [statements = []] = await loggedStatements(dataDirectory, { word, calls });
  connection.close();
  const pool = new pg.Pool({ ...connectionTo(dataDirectory), max: DATABASE_CONNECTIONS });
  const round = async (): Promise<Round> => {
    let next = 0;
    const startMs = performance.now();
    const loop = async () => {
      for (let id = ids[next++]; id !== undefined; id = ids[next++]) {
        const own = id;
        await sendAll(pool, statements, "limit", (value) => value?.replace(word, own) ?? null);
      }
    };
    await Promise.all(Array.from({ length: DATABASE_CONNECTIONS }, loop));
    const tookMs = performance.now() - startMs;
    const figures = { "reads over 64 connections (/s)": (ids.length / tookMs) * 1_000 };
    return { operations: ids.length, figures };
  };
  return {
    name: "limit",
    note: `the ${statements.length} statements of a call that name the notification, prepared, over ${DATABASE_CONNECTIONS} connections; no HTTP.`,
    roots: () => [postmasterOf(dataDirectory)],
    warmUp: round,
    round,
    close: () => pool.end(),
  };
}

async function listIds(target: Target, size: number): Promise<string[]> {
  const client = createClient(target);
  const ids: string[] = [];
  while (ids.length < size) {
    const last = ids.at(-1);
    const { data } = await client.notifications.list({
      limit: PAGE,
      view: "brief",
      ...(last === undefined ? {} : { afterId: last }),
    });
    if (data.length === 0) throw new Error(`only ${ids.length} notifications were found`);
    ids.push(...data.flatMap(({ _id }) => _id ?? []));
  }
  return ids;
}

/** In random order, so that neighbours in the store are not read one after the other. */
function shuffled(ids: readonly string[]): string[] {
  return ids
    .map((id) => ({ id, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ id }) => id);
}
