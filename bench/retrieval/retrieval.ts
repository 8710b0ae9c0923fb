import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@tidings/client";
import type { Target } from "../load.ts";
import { type Serving, serve } from "../serving.ts";
import type { Options } from "../suite/workload.ts";
import { get } from "./get-load.ts";
import { type Limit, measureBareRoute, measureStatements, statementsOf } from "./limits.ts";
import { cpuMs, type Postgres, postgresOf } from "./processes.ts";

const NOTIFICATIONS = 20_000;
const CONNECTIONS = 64;
/** As many as one environment may use of the pool for reads. */
const DATABASE_CONNECTIONS = 3;
const SUBSCRIBERS = 2_000;
const EVENTS_PER_CALL = 100;
const LOOPS = 4;
const PAGE = 50;
const WARM_UP = 4_000;
const ONE_BY_ONE = 2_000;

/**
 * `GET /v1/notifications/{id}` of notifications with one in-app step, in random order: answer times over one connection,
 * requests/s over 64, and in the same run a bare Fastify route with the same body and the same statements without HTTP.
 */
export async function retrieval({ size = NOTIFICATIONS }: Options): Promise<string[]> {
  const serving = await serve();
  try {
    const postgres = postgresOf(serving.dataDirectory);
    const ids = shuffled(await fill(serving, size));
    const pathAt = (index: number) => `/v1/notifications/${ids[index % ids.length]}`;
    await get(serving, { count: WARM_UP, connections: CONNECTIONS, pathAt });
    const alone = await get(serving, { count: ONE_BY_ONE, connections: 1, pathAt });
    const many = await underLoad(serving, postgres, ids);
    const word = ids[0] as string;
    const body = await bodyOf(serving, pathAt(0));
    const logFile = join(serving.dataDirectory, "postgres.log");
    const statements = await statementsOf(postgres, logFile, {
      word,
      work: () => bodyOf(serving, pathAt(0)),
    });
    const bare = await measureBareRoute(body, { ids, connections: CONNECTIONS });
    const onlySql = await measureStatements(
      postgres,
      { statements, word },
      { ids, connections: DATABASE_CONNECTIONS },
    );
    return [
      `${size} notifications, answers of ${body.length} bytes, ${statements.length} statements with the id for a call`,
      `one connection: p50 ${alone.p50.toFixed(2)} ms, p99 ${alone.p99.toFixed(2)} ms`,
      `${CONNECTIONS} connections: ${told(many)}; PostgreSQL ${many.postgresMsEach.toFixed(3)} ms CPU each`,
      `a bare Fastify route with the same body: ${told(bare)}`,
      `the same statements without HTTP, ${DATABASE_CONNECTIONS} connections: ${onlySql.perSecond.toFixed(0)}/s, PostgreSQL ${onlySql.cpuMsEach.toFixed(3)} ms CPU each`,
    ];
  } finally {
    await serving.stop();
    await serving.remove();
  }
}

function told({ perSecond, p50, p99, cpuMsEach }: Limit): string {
  return `${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, process ${cpuMsEach.toFixed(3)} ms CPU each`;
}

async function underLoad(
  serving: Serving,
  postgres: Postgres,
  ids: readonly string[],
): Promise<Limit & { postgresMsEach: number }> {
  const pathAt = (index: number) => `/v1/notifications/${ids[index % ids.length]}`;
  const used = () => ({ service: cpuMs([serving.pid]), postgres: cpuMs(postgres.pids()) });
  const before = used();
  const figures = await get(serving, { count: ids.length, connections: CONNECTIONS, pathAt });
  const after = used();
  if (figures.statuses.get(200) !== ids.length)
    throw new Error(`statuses ${JSON.stringify([...figures.statuses])}`);
  return {
    ...figures,
    cpuMsEach: (after.service - before.service) / ids.length,
    postgresMsEach: (after.postgres - before.postgres) / ids.length,
  };
}

/** Triggers, waits until all messages are stored, and lists the ids of the notifications. */
async function fill(target: Target, size: number): Promise<string[]> {
  const client = createClient(target);
  const content = { subject: "Hello {{subscriber.subscriberId}}", body: "{{payload.text}}" };
  const steps = [{ name: "inbox", type: "in_app" as const, controlValues: content }];
  await client.workflows.create({ name: "bench", workflowId: "bench", __source: "bench", steps });
  let next = 0;
  const triggerLoop = async () => {
    for (let first = next; first < size; first = next) {
      next += EVENTS_PER_CALL;
      const count = Math.min(EVENTS_PER_CALL, size - first);
      // The client tries again when the service is overloaded.
      await client.events.triggerBulk(Array.from({ length: count }, (_, at) => eventAt(first + at)));
    }
  };
  await Promise.all(Array.from({ length: LOOPS }, triggerLoop));
  while (((await client.messages.list({ limit: 1 })).totalCount ?? 0) < size) await sleep(100);
  return listIds(target, size);
}

const eventAt = (index: number) => ({
  name: "bench",
  to: `s${index % SUBSCRIBERS}`,
  payload: { text: `t${index}`, order: { id: index } },
});

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

async function bodyOf({ url, apiKey }: Target, path: string): Promise<string> {
  const answer = await fetch(url + path, { headers: { authorization: `ApiKey ${apiKey}` } });
  return answer.text();
}
