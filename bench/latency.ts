import { setTimeout as sleep } from "node:timers/promises";
import { benchEvent, createBenchWorkflow, triggerRequest } from "./bench-workflow.ts";
import { HttpConnection } from "./http-connection.ts";
import { atRate, quantile, type Target } from "./load.ts";
import { openLimit } from "./suite/limit.ts";
import { openOurs, storedCount } from "./suite/ours.ts";
import { untilStored } from "./suite/stored.ts";
import type { Options, Round, Workload } from "./suite/workload.ts";
import { senderToOurs } from "./throughput.ts";

const IDLE_TRIGGERS = 300;
const QUICK_IDLE_TRIGGERS = 30;
/** Between two triggers, so that the service is idle. */
const IDLE_PAUSE_MS = 10;
const POLL_PAUSE_MS = 1;
const SHARE_OF_SUSTAINED = 0.8;
const LOADED_S = 10;
const QUICK_LOADED_S = 2;
const SUSTAINED_TRIGGERS = 8_000;
const QUICK_SUSTAINED_TRIGGERS = 1_000;

export const latency: Workload = {
  name: "latency",
  title: "Latency of a trigger",
  text: "p50 and p99: one trigger at a time on an idle service, from the request until its message is readable through the API; for the limit, until the commit. Answer at 80 %: response times of triggers that are sent at 80 % of the rate that the warm-up sustained, each counted from its planned moment. Processor time includes that of looking for the message.",
  unit: "trigger",
  rounds: 5,
  open: async (options) => {
    const { target, dataDirectory, roots, count, close } = await openOurs(options);
    await createBenchWorkflow(target);
    const send = senderToOurs(target);
    await send(1);
    let perSecond = 0;
    const warmUp = async () => {
      const round = await send(options.isQuick ? QUICK_SUSTAINED_TRIGGERS : SUSTAINED_TRIGGERS);
      perSecond = (round.operations / (round.durationMs ?? Number.NaN)) * 1_000 * SHARE_OF_SUSTAINED;
      return round;
    };
    const round = () => idleThenLoaded(target, perSecond, options);
    const ours = { name: "ours", roots, ...count, close, warmUp, round };
    const idle = idleCount(options);
    const limit =
      dataDirectory &&
      (await openLimit(dataDirectory, { count: idle, warmUp: idle, batch: 1, connections: 1 }));
    return [ours, ...(limit ? [limit] : [])];
  },
};

const idleCount = ({ isQuick, size }: Options) => size ?? (isQuick ? QUICK_IDLE_TRIGGERS : IDLE_TRIGGERS);

async function idleThenLoaded(target: Target, perSecond: number, options: Options): Promise<Round> {
  const idleMs = await untilReadable(target, idleCount(options));
  const storedBefore = await storedCount(target);
  const endMs = performance.now() + (options.isQuick ? QUICK_LOADED_S : LOADED_S) * 1_000;
  const { latenciesMs, statuses } = await atRate(target, {
    perSecond,
    shouldContinue: () => performance.now() < endMs,
    request: (index) => triggerRequest(benchEvent(index)),
  });
  const accepted = statuses.get(201) ?? 0;
  await untilStored(storedBefore + accepted, () => storedCount(target));
  return {
    operations: idleMs.length + accepted,
    latenciesMs: idleMs,
    figures: {
      "answer p50 at 80 % (ms)": quantile(latenciesMs, 0.5),
      "answer p99 at 80 % (ms)": quantile(latenciesMs, 0.99),
      "rate at 80 % (/s)": perSecond,
      "refused at 80 %": latenciesMs.length - accepted,
    },
  };
}

/** Triggers one after the other; a message is found by its transaction. */
async function untilReadable(target: Target, count: number): Promise<number[]> {
  const connection = new HttpConnection(target);
  const run = Date.now().toString(36);
  const latenciesMs: number[] = [];
  for (let index = 0; index < count; index += 1) {
    await sleep(IDLE_PAUSE_MS);
    const transactionId = `idle-${run}-${index}`;
    const startMs = performance.now();
    await connection.send(triggerRequest({ ...benchEvent(index), transactionId }));
    while (!(await isReadable(connection, transactionId))) await sleep(POLL_PAUSE_MS);
    latenciesMs.push(performance.now() - startMs);
  }
  connection.close();
  return latenciesMs;
}

async function isReadable(connection: HttpConnection, transactionId: string): Promise<boolean> {
  const { status, body } = await connection.send({
    path: `/v1/messages?transactionId=${transactionId}&limit=1`,
  });
  if (status !== 200) throw new Error(`the list of messages answered ${status}: ${body}`);
  return (JSON.parse(body.toString()) as { data: unknown[] }).data.length > 0;
}
