import sql, { raw } from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../src/database/database.ts";
import { openDatabases } from "../src/database/databases.ts";
import { sealAnew } from "../src/database/seal-anew.ts";
import { rememberCopies } from "../src/delivery/erasure/copies-task-store.ts";
import { systemTime } from "../src/foundation/clock.ts";
import { newId } from "../src/foundation/id.ts";
import type { SubscriberId } from "../src/foundation/ids.ts";
import { createLog } from "../src/foundation/log.ts";
import { generateKeyring, parseKeyring } from "../src/foundation/secrets.ts";
import { SEALED_COLUMNS } from "../src/sealed-columns.ts";
import { startService } from "../src/service.ts";
import { placeOfAddresses } from "../src/subscribers/erasure-store.ts";
import { keyedCaller } from "../testing/keyed-caller.ts";
import { push } from "../testing/steps.ts";
import { type TestEnvironment, testEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

/** Everything sealed is sealed again with a new key while the service runs, so that the old key can be removed. */

const OLD = generateKeyring("k1");
const NEW = generateKeyring("k2");
const silent = () => {};

const service = await useTestService({}, { isRowSecured: false, keyring: parseKeyring(OLD) });

/** The number of texts in each column that are sealed with each key. */
async function keysInUse(): Promise<Record<string, Record<string, number>>> {
  const all: Record<string, Record<string, number>> = {};
  for (const { table, column } of SEALED_COLUMNS) {
    const rows = await service.database.queryPlanned<{ key: string; count: number }>(sql`
      select split_part(${raw(column)}, '.', 2) as key, count(*)::integer as count from ${raw(table)}
      where ${raw(column)} is not null group by 1`);
    all[`${table}.${column}`] = Object.fromEntries(rows.map(({ key, count }) => [key, count]));
  }
  return all;
}

const withKeys = (text: string) =>
  openDatabase({
    connection: { url: service.databaseUrl },
    log: createLog("error"),
    keyring: parseKeyring(text),
  });

async function fill(environment: TestEnvironment): Promise<void> {
  await environment.given.integration(
    "chat-webhook",
    { webhookUrl: "http://127.0.0.1:9099/x", secretKey: "s3cret" },
    {
      identifier: "chat",
      configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: "sign" },
    },
  );
  await environment.given.integration("push-webhook", "http://127.0.0.1:9099/p");
  for (const n of [1, 2]) {
    await environment.given.subscriber(`s${n}`);
    await environment.given.credentials(`s${n}`, "push-webhook", { deviceTokens: [`token-${n}`] });
  }
  await environment.given.workflow("push", [{ ...push("b"), delivery: { maxAttempts: 1 } }]);
  await environment.finished(await environment.trigger("push", "s1"));
  await deferErasure(environment);
}

/** Adds a deleted subscriber whose data workers do not erase yet, and the copies that its erasure still has to redact. */
async function deferErasure({ id: environmentId }: TestEnvironment): Promise<void> {
  const { database } = service;
  const id = newId<SubscriberId>(Date.now());
  const addresses = ["gone@example.com"];
  await rememberCopies(database, { environmentId, id, requestedAt: new Date(), addresses }, [id]);
  const sealed = database.secrets.seal(placeOfAddresses(environmentId, { id }), JSON.stringify(addresses));
  await database.queryPlanned(sql`
    insert into erasures (environment_id, id, subscriber_id, addresses_sealed, requested_at, last_trigger_id, due_at)
    values (${environmentId}, ${id}, 'gone', ${sealed}, now(), '', now() + interval '1 day')`);
}

const keyed = (environment: TestEnvironment, url = service.url) =>
  keyedCaller(
    url,
    environment.apiKey,
  )({ path: "/v2/subscribers", key: "once", body: { subscriberId: "kept" } });

test("SEALED_COLUMNS: lists every column of sealed text", async () => {
  const found = await service.database.queryPlanned<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%\_sealed' order by 1`);
  expect(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
    found.map(({ name }) => name),
  );
});

describe("given secrets of every kind, sealed again with a new key", () => {
  let environment: TestEnvironment;
  beforeAll(async () => {
    environment = await service.newEnvironment();
    await fill(environment);
    await keyed(environment);
    for (const counts of Object.values(await keysInUse())) expect(Object.keys(counts)).toEqual(["k1"]);
  });

  test("given an interrupted rotation and a locked row, the next rotation seals everything", async () => {
    const database = withKeys(`${NEW},${OLD}`);
    const parts = {
      database,
      currentKey: "k2",
      columns: SEALED_COLUMNS,
      onProgress: silent,
      time: systemTime,
    };
    let columns = 0;
    const cut = sealAnew({
      ...parts,
      onProgress: () => {
        if (++columns === 3) throw new Error("cut off");
      },
    });
    await expect(cut).rejects.toThrow("cut off");
    const half = await keysInUse();
    expect(Object.keys(half["messages.address_sealed"] ?? {})).toEqual(["k1"]);
    const left = Object.values(half).reduce((sum, { k1 = 0 }) => sum + k1, 0);
    let release = silent;
    let isHeld = silent;
    const held = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    const holding = service.database.transaction(async (tx) => {
      await tx.query(sql`update messages set subject = subject where environment_id = ${environment.id}`);
      isHeld();
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    await held;
    const seen: string[] = [];
    const count = await sealAnew({
      ...parts,
      onProgress: ({ table, column }) => {
        seen.push(`${table}.${column}`);
        if (seen.filter((name) => name.startsWith("messages")).length === 2) release();
      },
    });
    await holding;
    expect(count).toBe(left);
    for (const [name, counts] of Object.entries(await keysInUse()))
      expect([name, Object.keys(counts)]).toEqual([name, ["k2"]]);
    expect(await sealAnew(parts)).toBe(0);
    await database.close();
  });

  test("given the new key alone, a service reads and uses every secret", async () => {
    const log = createLog("error");
    const keyring = parseKeyring(NEW);
    const databases = openDatabases({
      time: systemTime,
      connection: { url: service.databaseUrl },
      log,
      keyring,
    });
    const store = { ...service.parts.store, databases, database: databases.work };
    const settings = { ...service.parts.settings, credentials: "plain" } as const;
    const later = await startService({ ...service.parts, settings, keyring, store });
    try {
      const { id, organizationId, apiKey } = environment;
      const caller = testEnvironment({
        url: later.url,
        apiKey,
        environment: {
          id,
          organizationId,
          name: "",
          isTest: false,
          defaultZone: "UTC",
          createdAt: new Date(0),
        },
      });
      const { body: integrations } = await caller.get("/v1/integrations");
      const chat = integrations.find((one: any) => one.identifier === "chat");
      expect(chat).toMatchObject({
        credentials: { secretKey: "s3cret" },
        configurations: { inboundWebhookSigningKey: "sign" },
      });
      const { body: subscriber } = await caller.get("/v2/subscribers/s1");
      expect(subscriber.channels[0].credentials.deviceTokens).toEqual(["token-1"]);
      const { body: messages } = await caller.get("/v1/messages?channel=push");
      expect(messages.data[0].deviceTokens).toEqual(["token-1"]);
      expect((await keyed(environment, later.url)).isReplay).toBe(true);
      const [key] = await databases.work.query<{ id: string; sealed: string }>(sql`
        select id, key_sealed as sealed from api_keys where environment_id = ${id}`);
      expect(databases.work.secrets.open(`${id}|api-key|${key?.id}`, key?.sealed ?? "")).toBe(apiKey);
    } finally {
      await later.close();
      await databases.close();
    }
  });
});
