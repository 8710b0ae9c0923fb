import type { Cluster } from "../../cluster.ts";
import { openWork } from "../../dump.ts";
import type { TriggerRequest } from "../../history-client.ts";
import type { Random } from "../../random.ts";
import type { Traffic } from "../../workload.ts";
import type { Activity } from "./activity.ts";
import { NUMBERS, requestOf } from "./requests.ts";

/** Most of the campaign's triggers: many in one call, and to a topic. */

const BULK = 80;
const BULK_PAUSE_MS = 2_000;
/** With more open jobs, workers get time to catch up: how much they do depends on the machine. */
const MAX_OPEN = 2_000;

/** Bulk calls of mixed triggers until `target` triggers were acknowledged. */
export function bulkTriggers(target: number): Activity {
  let count = 0;
  return {
    name: "bulk calls",
    pauseMs: BULK_PAUSE_MS,
    count: () => count,
    begin: async ({ client, cluster, traffic, random }) => {
      const mixed = random.fork("bulk calls");
      return async (n) => {
        if (client.acknowledged >= target || (await isBusy(cluster))) return;
        const first = NUMBERS.bulk + n * BULK;
        const requests = Array.from({ length: BULK }, (_, index) =>
          bulkRequest(traffic, mixed, first + index),
        );
        await client.bulk(requests);
        count += 1;
      };
    },
  };
}

function bulkRequest(traffic: Traffic, random: Random, n: number): TriggerRequest {
  const workflow = random.pick(["sms", "sms", "email", "later", "ask", "ask", "chat"] as const);
  return workflow === "ask" || workflow === "chat"
    ? requestOf(traffic, workflow, n)
    : traffic.of(workflow, n);
}

/** Also while PostgreSQL is away. */
async function isBusy(cluster: Cluster): Promise<boolean> {
  const open = await cluster.withDatabase(openWork).catch(() => Number.POSITIVE_INFINITY);
  return open > MAX_OPEN;
}

const CROWD_PAUSE_MS = 20_000;

export function broadcasts(): Activity {
  let count = 0;
  return {
    name: "broadcasts",
    pauseMs: CROWD_PAUSE_MS,
    count: () => count,
    begin: async ({ client, traffic }) => {
      return async (n) => {
        await client.bulk([traffic.of("crowd", NUMBERS.crowd + n)]);
        count += 1;
      };
    },
  };
}

const BURST = { rated: 24, receipt: 12 } as const;
const BURST_SIZE = BURST.rated + BURST.receipt;
const BURST_PAUSE_MS = 15_000;

/** More messages at once than the rates of their integrations allow in a second, so that places are used up. */
export function bursts(): Activity {
  let count = 0;
  return {
    name: "bursts for rated integrations",
    pauseMs: BURST_PAUSE_MS,
    count: () => count,
    begin: async ({ client, traffic }) => {
      return async (n) => {
        const first = NUMBERS.burst + n * BURST_SIZE;
        const workflowOf = (index: number) => (index < BURST.rated ? "rated" : "receipt");
        const requests = Array.from({ length: BURST_SIZE }, (_, index) =>
          requestOf(traffic, workflowOf(index), first + index),
        );
        await client.bulk(requests);
        count += 1;
      };
    },
  };
}
