import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { useTestDatabase } from "../../../testing/test-database.ts";
import type { Transactional } from "../../database/database.ts";
import { insertEnvironment } from "../../environments/environment-store.ts";
import { newId } from "../../foundation/id.ts";
import { type SubscriberId, subscriberKeyOf } from "../../foundation/ids.ts";
import type { Json } from "../../foundation/json.ts";
import { generateKeyring, parseKeyring } from "../../foundation/secrets.ts";
import { deleteSubscriber } from "../../subscribers/delete-subscriber.ts";
import { upsertSubscriber } from "../../subscribers/subscriber-store.ts";
import { eraseStep } from "./erase-step.ts";
import { claimErasure } from "./erasure-claim-store.ts";
import { createRedact, patternsOf } from "./redact.ts";

const NOW = Date.parse("2026-08-01T12:00:00Z");
const environmentId = newId(NOW);
const keyring = parseKeyring(generateKeyring());
const { database } = await useTestDatabase({ keyring });
beforeAll(async () => {
  const facts = { organizationId: newId(NOW), isTest: false, createdAt: new Date(NOW) };
  await insertEnvironment(database, { id: environmentId, name: "test", ...facts });
});

/** More than two batches, each with a trigger of its own, a step, a detail and a mail in the outbox. */
const COUNT = 450;

async function sendMany(subscriberId: string): Promise<void> {
  await database.queryPlanned(sql`
    with made as (
      select lpad(n::text, 24, '0') as id, 'txn' || n as txn from generate_series(1, ${COUNT}::integer) n
    ), t as (
      insert into triggers (environment_id, id, transaction_id, fingerprint, workflow_id, workflow_version, is_broadcast,
        recipients, payload, overrides, created_at)
      select ${environmentId}, id, txn, '', 'w', 1, false, '[{"subscriberId":"ada","profile":{"email":"ada@example.com"}}]',
        '{"secret":"payload"}', '{}', now() from made
    ), n as (
      insert into notifications (environment_id, id, trigger_id, workflow_id, workflow_version,
        subscriber_id, created_at)
      select ${environmentId}, id, id, 'w', 1, ${subscriberId}, now() from made
    ), j as (
      insert into jobs (environment_id, notification_id, position, id, step_id, type, status, output, created_at, updated_at)
      select ${environmentId}, id, 0, id, 's', 'email', 'completed', '{"secret":1}', now(), now() from made
    ), d as (
      insert into execution_details (environment_id, notification_id, id, position, code, raw, created_at)
      select ${environmentId}, id, id, 0, 'message_sent', 'secret', now() from made
    )
    insert into messages (environment_id, id, notification_id, position, subscriber_id, channel, status, provider_id, integration_id, subject, email, created_at, updated_at)
    select ${environmentId}, id, id, 0, ${subscriberId}, 'email', 'sent', 'svc-email', 'i', 'secret',
      'ada@example.com', now(), now() from made`);
}

async function leftovers(): Promise<number> {
  const [row] = await database.queryPlanned<{ count: number }>(sql`
    select ((select count(*) from triggers where payload::text <> '{}' or recipients::text <> '[]')
      + (select count(*) from jobs where output is not null) + (select count(*) from execution_details where raw is not null)
      + (select count(*) from messages where subject is not null or email is not null or erased_at is null))::integer
      as count`);
  return row?.count ?? -1;
}

/** All statements of a transaction succeed, and then its connection is lost. */
const broken = (): Transactional => ({
  ...database,
  transaction: (work) =>
    database.transaction(async (tx) => {
      await work(tx);
      throw new Error("lost");
    }),
});

describe("an erasure", () => {
  test("erasure: resumes after a failure at any step; a new subscriber with the same key stays", async () => {
    const ada = await upsertSubscriber(database, environmentId, {
      id: newId(NOW),
      subscriberKey: subscriberKeyOf("ada"),
      profile: { email: "ada@example.com" },
    });
    await sendMany(ada.id);
    expect(await deleteSubscriber(database, environmentId, subscriberKeyOf("ada"))).toBe(true);
    const again = {
      id: newId<SubscriberId>(NOW),
      subscriberKey: subscriberKeyOf("ada"),
      profile: { email: "ada@example.com" },
    };
    await upsertSubscriber(database, environmentId, again);
    expect(await leftovers()).toBe(4 * COUNT);
    const removed = new Set<string>();
    let steps = 0;
    let failures = 0;
    for (let isOver = false; !isOver; steps++) {
      const erasure = await claimErasure(database);
      if (!erasure) throw new Error("nothing is due");
      // Taken: no other worker has it until the lease ends.
      expect(await claimErasure(database)).toBeUndefined();
      const isFailing = steps % 2 === 0;
      const outbox = {
        removeMails: async (keys: readonly string[]) => {
          for (const key of keys) removed.add(key);
        },
      };
      const parts = { database: isFailing ? broken() : database, outbox };
      isOver = await eraseStep(parts, erasure).catch(() => {
        failures += 1;
        return false;
      });
      await database.queryPlanned(sql`update erasures set due_at = now()`);
    }
    expect(failures).toBeGreaterThan(5);
    expect(await leftovers()).toBe(0);
    expect(removed.size).toBe(COUNT);
    expect(await database.queryPlanned(sql`select 1 from erasures`)).toEqual([]);
    const rows = await database.queryPlanned(sql`select id from subscribers where email = 'ada@example.com'`);
    expect(rows).toEqual([{ id: again.id }]);
  });
});

describe("copies of a payload in the records of other recipients", () => {
  const ADDRESS = "cleo@example.com";
  const id = (kind: string, n: number) => `${kind}${String(n).padStart(23, "0")}`;
  /** More than two batches of recipients of one trigger. */
  const OTHERS = 450;

  /** A trigger for all of them; each has a digest that ended with the event, in a notification of another trigger. */
  async function digestForMany(subscriberId: string): Promise<void> {
    const event = JSON.stringify({ events: [{ payload: { by: `Cleo <${ADDRESS.toUpperCase()}>` } }] });
    await database.queryPlanned(sql`
      with t as (
        insert into triggers (environment_id, id, transaction_id, fingerprint, workflow_id, workflow_version, is_broadcast,
          recipients, payload, overrides, created_at)
        select ${environmentId}, ${id("a", 1)}, 'shared', '', 'w', 1, true, '[]', ${`{"by":"${ADDRESS}"}`}::json, '{}', now()
      ), n as (
        insert into notifications (environment_id, id, trigger_id, workflow_id, workflow_version, subscriber_id,
          digested_into, created_at)
        select ${environmentId}, 'b' || lpad(n::text, 23, '0'), ${id("a", 1)}, 'w', 1,
          case n when 0 then ${subscriberId} else 'c' || lpad(n::text, 23, '0') end,
          case n when 0 then null else 'd' || lpad(n::text, 23, '0') end, now()
        from generate_series(0, ${OTHERS}::integer) n
      ), openers as (
        insert into notifications (environment_id, id, trigger_id, workflow_id, workflow_version, subscriber_id, created_at)
        select ${environmentId}, 'd' || lpad(n::text, 23, '0'), 'other', 'w', 1, 'c' || lpad(n::text, 23, '0'), now()
        from generate_series(1, ${OTHERS}::integer) n
      ), j as (
        insert into jobs (environment_id, notification_id, position, id, step_id, type, status, output, created_at, updated_at)
        select ${environmentId}, 'd' || lpad(n::text, 23, '0'), 0, 'd' || lpad(n::text, 23, '0'), 's', 'digest', 'completed',
          ${`{"note":"${ADDRESS}"}`}::json, now(), now()
        from generate_series(1, ${OTHERS}::integer) n
      ), w as (
        insert into digest_windows (environment_id, job_id, notification_id, workflow_id, step_id, subscriber_id, digest_key,
          event_count, closes_at)
        select ${environmentId}, 'd' || lpad(n::text, 23, '0'), 'd' || lpad(n::text, 23, '0'), 'w', 's',
          'c' || lpad(n::text, 23, '0'), ${ADDRESS}, 2, now()
        from generate_series(1, ${OTHERS}::integer) n
      )
      insert into execution_details (environment_id, notification_id, id, position, code, raw, created_at)
      select ${environmentId}, 'd' || lpad(n::text, 23, '0'), 'e' || lpad(n::text, 23, '0'), 0, 'digest_finished', ${event},
        now()
      from generate_series(1, ${OTHERS}::integer) n`);
  }

  const left = async (): Promise<number> => {
    const [row] = await database.queryPlanned<{ count: number }>(sql`
      select ((select count(*) from execution_details where raw ilike '%cleo@example%')
        + (select count(*) from jobs where output::text ilike '%cleo@example%')
        + (select count(*) from digest_windows where digest_key ilike '%cleo@example%')
        + (select count(*) from triggers where payload::text ilike '%cleo@example%'))::integer as count`);
    return row?.count ?? -1;
  };

  const step = async (parts: Transactional = database): Promise<boolean> => {
    const erasure = await claimErasure(database);
    if (!erasure) throw new Error("nothing is due");
    const isOver = await eraseStep(
      { database: parts, outbox: { removeMails: async () => {} } },
      erasure,
    ).catch(() => false);
    await database.queryPlanned(sql`update erasures set due_at = now()`);
    return isOver;
  };

  test("copies: redacted in batches after failures, once no worker holds a run that read the payload", async () => {
    const cleo = await upsertSubscriber(database, environmentId, {
      id: newId(NOW),
      subscriberKey: subscriberKeyOf("cleo"),
      profile: { email: ADDRESS },
    });
    await digestForMany(cleo.id);
    await deleteSubscriber(database, environmentId, subscriberKeyOf("cleo"));
    expect(await left()).toBe(3 * OTHERS + 1);
    const held = id("d", OTHERS);
    await database.queryPlanned(sql`
      update jobs set due_at = now(), unfinished_claims = 1 where notification_id = ${held}`);
    for (let steps = 0; steps < 40; steps++)
      expect(await step(steps % 2 === 0 ? broken() : database)).toBe(false);
    // The batch with the held run waits; the ones before it are done, and the payload itself was first.
    expect(await left()).toBe(3 * ((OTHERS + 1) % 200));
    await database.queryPlanned(sql`
      update jobs set due_at = null, unfinished_claims = 0 where notification_id = ${held}`);
    while (!(await step()));
    expect(await left()).toBe(0);
    const rows = await database.queryPlanned<{ raw: string; key: string }>(sql`
      select d.raw, w.digest_key as key from execution_details d
      join digest_windows w on w.environment_id = d.environment_id and w.notification_id = d.notification_id
      where d.notification_id = ${held}`);
    expect(rows).toEqual([
      { raw: '{"events":[{"payload":{"by":"Cleo <[erased]>"}}]}', key: `[erased] ${held}` },
    ]);
    expect(await database.queryPlanned(sql`select 1 from erasure_copies`)).toEqual([]);
  });
});

describe("redacting", () => {
  const redact = (value: Json, addresses: string[]) => createRedact(addresses)(value);

  test("replaces addresses inside of texts and keys whatever their case, and nothing else", () => {
    const payload = { to: "Ada <ADA@example.com>", list: [{ "+31 6": 1, n: "ada" }], ok: true, none: null };
    expect(redact(payload, ["ada@example.com", "+31 6"])).toEqual({
      to: "Ada <[erased]>",
      list: [{ "[erased]": 1, n: "ada" }],
      ok: true,
      none: null,
    });
    expect(redact({ a: "a.b (c) [d] $& \\" }, ["(c) [d] $& \\"])).toEqual({ a: "a.b [erased]" });
    expect(redact({ a: "aXb" }, ["a.b"])).toEqual({ a: "aXb" });
    expect(redact(payload, [])).toBe(payload);
  });

  test("finds an address percent-encoded, and a telephone number by its digits", async () => {
    const addresses = ["ada+news@x.test", "o'neil@x.test", "+49 151 9999999"];
    const payload = {
      link: "https://x.test/u?e=ada%2bnews%40x.test&n=o%27neil%40x.test",
      "o'neil%40x.test": "+491519999999, wa.me/491519999999?from=%2B491519999999",
      number: 491519999999,
      longer: 4915199999990,
      text: "14915199999990 of 1",
    };
    expect(redact(payload, addresses)).toEqual({
      link: "https://x.test/u?e=[erased]&n=[erased]",
      "[erased]": "[erased], wa.me/[erased]?from=[erased]",
      number: "[erased]",
      longer: 4915199999990,
      text: "14915199999990 of 1",
    });
    const texts = [
      ...Object.entries(payload).slice(0, 3).flat().map(String),
      "+49 151 9999999",
      "ADA+NEWS@X.TEST",
    ];
    const found = await database.queryPlanned<{ text: string }>(sql`
      select text from unnest(${texts}::text[]) text where text ilike any(${patternsOf(addresses)})`);
    expect(found.map(({ text }) => text)).toEqual(texts.filter((text) => !["link", "number"].includes(text)));
  });

  test("keeps a member named __proto__ as a member", () => {
    const payload = JSON.parse('{"__proto__":{"mail":"ada@example.com"}}');
    expect(JSON.stringify(redact(payload, ["ada@example.com"]))).toBe('{"__proto__":{"mail":"[erased]"}}');
  });
});
