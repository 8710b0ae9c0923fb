import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import type { Transactional } from "../src/database/database.ts";
import { joinTransaction, openSharedTransaction } from "../src/database/shared-transaction.ts";
import type { RowLevelSecurity } from "../testing/row-level-security.ts";
import { useTestService } from "../testing/test-service.ts";

/** Whether the row-level security of `npm run test:rls` works. */

const service = await useTestService({}, { isRowSecured: true });
const [ada, bob] = await Promise.all([service.newEnvironment(), service.newEnvironment()]);
beforeAll(async () => {
  await ada.given.subscriber("hers");
  await bob.given.subscriber("his");
});

const rows = () => service.rows as RowLevelSecurity;
/** A statement of an endpoint that forgets to filter by environment. */
const unfiltered = sql`select subscriber_id as id from subscribers where subscriber_id in ('hers', 'his') order by 1`;
const namesIn = async (database: Transactional) =>
  (await database.query<{ id: string }>(unfiltered)).map(({ id }) => id);

test("given row-level security, calls and deliveries of an environment work as without it", async () => {
  const keyed = { "idempotency-key": "once" };
  const event = {
    name: "welcome",
    to: { subscriberId: "hers", email: "h@example.com" },
    payload: { text: "x" },
  };
  const ids = [await ada.trigger("welcome", "hers")];
  for (let n = 0; n < 2; n += 1) {
    const response = await fetch(`${service.url}/v1/events/trigger`, {
      method: "POST",
      headers: { authorization: `ApiKey ${ada.apiKey}`, "content-type": "application/json", ...keyed },
      body: JSON.stringify(event),
    });
    expect(response.status).toBe(201);
    ids.push(JSON.parse(await response.text()).transactionId);
  }
  expect(ids[1]).toBe(ids[2]);
  for (const id of ids) await ada.finished(id);
  expect((await ada.patch("/v2/subscribers/hers", { firstName: "Ada" })).status).toBe(200);
  expect((await ada.get("/v2/workflows")).body.workflows).toHaveLength(1);
  expect((await bob.get("/v1/messages")).body.data).toEqual([]);
  expect((await bob.delete("/v2/subscribers/hers")).status).toBe(404);
  expect(service.refusedStatements).toEqual([]);
});

test("given a statement without its environment, it finds no rows of another one", async () => {
  expect(await namesIn(service.database)).toEqual(["hers", "his"]);
  expect(await namesIn(rows().scope(service.database, ada.id))).toEqual(["hers"]);
  expect(await namesIn(rows().scope(service.database, bob.id))).toEqual(["his"]);
  const bobs = rows().scope(service.database, bob.id);
  await bobs.query(sql`update subscribers set first_name = 'Bob'`);
  await bobs.query(sql`delete from messages`);
  const { body } = await ada.get("/v2/subscribers/hers");
  expect(body.firstName).toBe("Ada");
  const stolen = sql`update subscribers set environment_id = ${ada.id} where subscriber_id = 'his'`;
  await expect(bobs.query(stolen)).rejects.toMatchObject({ code: "42501" });
});

test("given two environments in one transaction, each finds its own rows and the owner all", async () => {
  const found = await openSharedTransaction(service.database, (open) => {
    const [adas, bobs] = [ada, bob].map(({ id }) => rows().scope(joinTransaction(open), id));
    return Promise.all(
      [adas, joinTransaction(open), bobs].map((database) => namesIn(database as Transactional)),
    );
  });
  expect(found).toEqual([["hers"], ["hers", "his"], ["his"]]);
});

test("given a table without a policy, every kind of call finds nothing", async () => {
  await service.database.query(sql`drop policy own_environment on subscribers`);
  await service.database.query(sql`drop policy own_environment on workflows`);
  expect((await ada.get("/v2/subscribers/hers")).status).toBe(404);
  const body = { name: "welcome", to: "hers", payload: {} };
  for (const keyed of [{}, { "idempotency-key": "again" }]) {
    const headers = { authorization: `ApiKey ${ada.apiKey}`, "content-type": "application/json", ...keyed };
    const send = (path: string, content: object) =>
      fetch(service.url + path, { method: "POST", headers, body: JSON.stringify(content) });
    const triggered = await send("/v1/events/trigger", body);
    expect([triggered.status, await triggered.text()]).toEqual([
      422,
      expect.stringContaining("workflow_not_found"),
    ]);
  }
});
