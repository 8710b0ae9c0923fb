import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { email, inApp } from "./steps.ts";
import type { TestEnvironment } from "./test-environment.ts";
import type { TestProcess } from "./test-process.ts";

/** Callers that trigger continuously and remember every response. */
export type TestLoad = {
  /** Acknowledged with 201: each recipient must get one notification. */
  readonly acknowledged: Set<string>;
  /** Another status or no response: all recipients get a notification, or none. */
  readonly inDoubt: Set<string>;
  /** Every status, and whether it had a Retry-After. */
  readonly answers: Map<string, number>;
  /** Stops triggering; resolves when the last request is answered or lost. */
  stop(): Promise<void>;
};

const BETWEEN_MS = 10;
/** Shorter than a polite client's retry delay, but long enough not to slow down a restart. */
const AFTER_REFUSAL_MS = 100;
const RECIPIENTS = ["ada", "bob", "eve"].map((subscriberId) => ({
  subscriberId,
  email: `${subscriberId}@example.com`,
}));
let loads = 0;

/** Each trigger has its own transactionId and three recipients. */
export function startLoad({ url }: TestProcess, apiKey: string, workflow: string, callers = 4): TestLoad {
  const name = `load${++loads}`;
  const load = {
    acknowledged: new Set<string>(),
    inDoubt: new Set<string>(),
    answers: new Map<string, number>(),
  };
  let isStopped = false;
  const call = async (caller: number) => {
    for (let n = 0; !isStopped; n += 1) {
      const transactionId = `${name}-${caller}-${n}`;
      load.inDoubt.add(transactionId);
      const answer = await triggerOnce(url, apiKey, { name: workflow, to: RECIPIENTS, transactionId });
      load.answers.set(answer, (load.answers.get(answer) ?? 0) + 1);
      if (answer === "201" && load.inDoubt.delete(transactionId)) load.acknowledged.add(transactionId);
      await sleep(answer === "201" ? BETWEEN_MS : AFTER_REFUSAL_MS);
    }
  };
  const calling = Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
  return {
    ...load,
    stop: async () => {
      isStopped = true;
      await calling;
    },
  };
}

async function triggerOnce(url: string, apiKey: string, trigger: object): Promise<string> {
  const headers = { authorization: `ApiKey ${apiKey}`, "content-type": "application/json" };
  try {
    const body = JSON.stringify(trigger);
    const response = await fetch(`${url}/v1/events/trigger`, { method: "POST", headers, body });
    await response.arrayBuffer();
    return response.headers.has("retry-after") ? `${response.status} retry-after` : String(response.status);
  } catch {
    return "lost";
  }
}

/** Repeats triggers without a known result, with the same transactionId, until each is answered: a busy process sheds load. */
export async function triggerAgain(
  load: TestLoad,
  { url }: TestProcess,
  apiKey: string,
  workflow: string,
): Promise<void> {
  for (const transactionId of [...load.inDoubt]) {
    const trigger = { name: workflow, to: RECIPIENTS, transactionId };
    let answer = await triggerOnce(url, apiKey, trigger);
    while (answer === "503 retry-after") {
      await sleep(AFTER_REFUSAL_MS);
      answer = await triggerOnce(url, apiKey, trigger);
    }
    if (answer === "201" && load.inDoubt.delete(transactionId)) load.acknowledged.add(transactionId);
  }
}

/** Creates a workflow "news" with an in-app message and an e-mail that is posted to `webhookUrl`. */
export async function prepareNews(caller: TestEnvironment, webhookUrl: string): Promise<void> {
  const { _id } = await caller.given.integration("email-webhook", webhookUrl, { check: false });
  await caller.post(`/v1/integrations/${_id}/set-primary`);
  await caller.given.workflow("news", [inApp("for all"), email("for {{ subscriber.subscriberId }}")]);
}

export type Account = {
  notifications: number;
  doubled: number;
  unfinished: number;
  failed: number;
  unsent: number;
};

/** Counts the rows of these transactions in the database. */
export async function accountOf(client: pg.Client, transactionIds: Iterable<string>): Promise<Account> {
  const { rows } = await client.query<Account>(
    `with mine as (select n.id, n.trigger_id, n.subscriber_id from notifications n
         join triggers t on t.environment_id = n.environment_id and t.id = n.trigger_id where t.transaction_id = any($1)),
       job as (select j.status from jobs j join mine on mine.id = j.notification_id),
       message as (select m.status from messages m join mine on mine.id = m.notification_id)
     select (select count(*)::int from mine) as notifications,
       (select count(*)::int - count(distinct (trigger_id, subscriber_id))::int from mine) as doubled,
       (select count(*)::int from job where status in ('pending', 'queued', 'delayed', 'running'))
         + (select count(*)::int from fanouts f join triggers t on t.environment_id = f.environment_id and t.id = f.trigger_id
            where t.transaction_id = any($1)) as unfinished,
       (select count(*)::int from job where status not in ('completed')) as failed,
       (select count(*)::int from message where status is distinct from 'sent') as unsent`,
    [[...transactionIds]],
  );
  return rows[0] as Account;
}

/** Expires the leases of a worker that was killed before `diedAt`, as if half a minute had passed. */
export async function endLeasesOf(client: pg.Client, diedAt: Date): Promise<void> {
  for (const table of ["jobs", "fanouts"])
    await client.query(
      `update ${table} set due_at = now() where due_at > now() and due_at < $1::timestamptz + interval '30 seconds'`,
      [diedAt],
    );
}
