import sql from "sql-template-tag";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { SharedTransaction } from "../src/database/shared-transaction.ts";
import { systemTime } from "../src/foundation/clock.ts";
import { subscriberKeyOf, workflowKeyOf } from "../src/foundation/ids.ts";
import { createLog } from "../src/foundation/log.ts";
import { sha256 } from "../src/foundation/secrets.ts";
import { createExecuteBatch, type ExecuteBatch } from "../src/idempotency/execute-batch.ts";
import { createStoredResponseStore } from "../src/idempotency/stored-response-store.ts";
import { UNCOUNTED } from "../src/metrics/metrics.ts";
import { type Acceptor, createAcceptor } from "../src/triggers/accept.ts";
import type { TriggerRequest } from "../src/triggers/trigger.ts";
import { createVersionCache } from "../src/workflows/version-cache.ts";
import { inApp } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

/** The accept path as the service builds it, with a fault that some payloads trigger. */
const service = await useTestService();
let acceptor: Acceptor;
let executeBatch: ExecuteBatch;
let attacker: TestEnvironment;
let neighbour: TestEnvironment;

beforeAll(async () => {
  // Stands for a statement that fails although all checks before it passed.
  await service.database.query(sql`
    create function fail_on_fault() returns trigger language plpgsql as $$
    begin
      if new.payload::text like '%in the database%' then raise exception 'injected'; end if;
      return new;
    end $$`);
  await service.database.query(sql`
    create trigger fault before insert on triggers for each row execute function fail_on_fault()`);
  acceptor = createAcceptor({
    log: createLog("silent"),
    metrics: UNCOUNTED,
    database: service.database,
    clock: systemTime,
    versions: createVersionCache(),
    backlog: { isFull: () => false },
    onAccepted: () => {},
    payloadChecks: {
      known: (_workflow, payload) => {
        if (payload.fault === "in the code") throw new Error("injected");
        return payload;
      },
      check: async () => {},
      schemaProblem: async () => undefined,
    },
  });
  const responses = createStoredResponseStore(service.keyring);
  executeBatch = createExecuteBatch({ database: service.database, responses });
});

beforeEach(async () => {
  [attacker, neighbour] = [await service.newEnvironment(), await service.newEnvironment()];
  for (const environment of [attacker, neighbour])
    await environment.given.workflow("plain", [inApp("hello")]);
});

const requestOf = (payload: TriggerRequest["payload"]): TriggerRequest => ({
  workflowKey: workflowKeyOf("plain"),
  recipients: [{ subscriberKey: subscriberKeyOf("ada") }],
  topics: [],
  contexts: [],
  payload,
  overrides: {},
});

async function accept(environmentId: string, payload: TriggerRequest["payload"]): Promise<string> {
  const answer = await acceptor.accept(environmentId, requestOf(payload));
  return answer.kind;
}

let lastKey = 0;
async function acceptKeyed(environmentId: string, payload: TriggerRequest["payload"]): Promise<string> {
  const idempotent = { environmentId, key: `key-${lastKey++}`, fingerprint: sha256("same") };
  const outcome = await executeBatch(idempotent, async (transaction: SharedTransaction) => {
    const [answer] = await acceptor.acceptIn(transaction, environmentId, [requestOf(payload)]);
    return { status: 201, body: answer?.kind ?? "none", subjects: [] };
  });
  return outcome.kind === "executed" ? outcome.response.body : outcome.kind;
}

const countStored = async ({ id }: TestEnvironment) => {
  const [row] = await service.database.query<{ count: number }>(
    sql`select count(*)::integer as count from triggers where environment_id = ${id}`,
  );
  return row?.count;
};

test.each([
  ["without keys", "in the code", accept],
  ["without keys", "in the database", accept],
  ["under keys", "in the code", acceptKeyed],
  ["under keys", "in the database", acceptKeyed],
])("shared commit: of many triggers %s, only the one with a fault %s fails", async (_, fault, send) => {
  // The first one is stored alone; the others wait for it and share the next commit.
  const first = send(neighbour.id, {});
  const others = Array.from({ length: 8 }, () => send(neighbour.id, {}));
  const same = Array.from({ length: 4 }, () => send(attacker.id, {}));
  const faulty = send(attacker.id, { fault });
  await expect(faulty).rejects.toThrow("injected");
  const results = await Promise.allSettled([first, ...others, ...same]);
  expect(
    new Set(results.map((one) => (one.status === "fulfilled" ? one.value : String(one.reason)))),
  ).toEqual(new Set(["accepted"]));
  expect([await countStored(neighbour), await countStored(attacker)]).toEqual([9, 4]);
});
