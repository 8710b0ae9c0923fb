import { EXPORT_TYPES, type ExportedRecord, type ExportLine } from "@tidings/contract";
import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { createClient } from "../../client/src/index.ts";
import { tidings } from "../../client/src/testing/command-line.ts";
import { type SubscriberId, subscriberKeyOf } from "../src/foundation/ids.ts";
import { EXPORT_PARTS, type ExportedPerson } from "../src/personal-data/export-parts-store.ts";
import { readExportPage } from "../src/personal-data/export-store.ts";
import {
  exportedColumns,
  factsOf,
  PERSONAL_TABLES,
  type PersonalTable,
} from "../src/personal-data/personal-data.ts";
import { untilErased } from "../testing/environment-rows.ts";
import { placesOf } from "../testing/marker-search.ts";
import { useScriptedProvider } from "../testing/scripted-provider.ts";
import { delay, digest, email, inApp, lasting, step, throttle } from "../testing/steps.ts";
import { storeSuppression } from "../testing/stored-suppression.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt } from "../testing/virtual-time.ts";

/** A person with data everywhere gets all of it, as the list of personal data says, and after the erasure nothing. */

const provider = await useScriptedProvider();
const service = await useTestService();

const MARK = "vx4marker";
const PHONE = "+31699112233";
const ID = `${MARK}-id`;
const person = {
  subscriberId: ID,
  firstName: `${MARK}First`,
  lastName: "Last",
  email: `${MARK}@example.com`,
  phone: PHONE,
  avatar: `https://pictures.example.com/${MARK}.png`,
  data: { note: `${MARK} data` },
};
const SECRETS = [`${MARK}-device`, `${MARK}-hook`];
const payload = { text: `Hello ${MARK}`, group: `${MARK} group` };
const body = "{{ payload.text }} {{ subscriber.firstName }}";
const pathOf = (subscriberId: string) => `/v1/subscribers/${encodeURIComponent(subscriberId)}`;

async function givenEverything(environment: TestEnvironment): Promise<void> {
  await environment.given.integration("push-webhook", `${provider.url}/push`);
  await environment.given.integration("chat-webhook", `${provider.url}/chat`);
  await environment.given.integration("generic-sms", `${provider.url}/sms`);
  const { subscriberId, ...profile } = person;
  await environment.given.subscriber(subscriberId, profile);
  const addresses = [
    { providerId: "push-webhook", credentials: { deviceTokens: [`${MARK}-device`] } },
    { providerId: "chat-webhook", credentials: { webhookUrl: `${provider.url}/${MARK}-hook` } },
  ];
  for (const one of addresses)
    expect((await environment.put(`${pathOf(ID)}/credentials`, one)).status).toBe(200);
  await environment.given.topic("team", []);
  const member = { identifier: `${MARK}-membership`, subscriberId: ID, name: `${MARK} membership` };
  await environment.post("/v2/topics/team/subscriptions", { subscriptions: [member] });
  await environment.patch(`/v2/subscribers/${encodeURIComponent(ID)}/preferences`, {
    channels: { sms: true },
  });
  const own = { type: "home", id: ID, data: { garden: `${MARK} garden` } };
  expect((await environment.post("/v2/contexts", own)).status).toBe(201);
  await storeSuppression(service, environment.id, { address: `${MARK}.old@example.com`, subscriberId: ID });
  await environment.given.workflow("all", [
    inApp(body, { subject: body }),
    email(body),
    step("chat", "chat", { body }),
    step("push", "push", { subject: body, body }),
    step("custom", "made", { said: body }),
    { ...step("sms", "text", { body }), delivery: { maxAttempts: 1 } },
  ]);
  const lookBack = { lookBackWindow: lasting(1, "days"), digestKey: "payload.group" };
  await environment.given.workflow("digests", [digest({ ...lasting(1, "hours"), ...lookBack }), inApp(body)]);
  await environment.given.workflow("throttled", [
    throttle({ type: "fixed", amount: 1, unit: "hours", threshold: 1, throttleKey: "payload.group" }),
    inApp(body),
  ]);
  await environment.given.workflow("waits", [delay(lasting(2, "days")), email(body)]);
  provider.script("/sms", (response) => response.writeHead(400).end(`no ${MARK} ${PHONE}`));
  const context = { user: { id: ID, data: { home: `${MARK} street` } }, tenant: { id: "acme" } };
  await environment.trigger("all", [person, "bob"], { payload, context });
  for (const _ of [1, 2, 3]) await environment.trigger("digests", ID, { payload });
  for (const _ of [1, 2]) await environment.trigger("throttled", ID, { payload });
  await environment.trigger("all", "bob", { payload: { text: "By another" }, actor: ID });
  const waiting = await environment.trigger("waits", ID, { payload });
  await settled(environment);
  await advance(environment, 2, "hours");
  await environment.delete(`/v1/events/trigger/${waiting}`);
  const { data } = (
    await environment.get(`/v1/messages?channel=in_app&subscriberId=${encodeURIComponent(ID)}`)
  ).body;
  const inbox = `/v2/subscribers/${encodeURIComponent(ID)}/notifications/${data[0]._id}`;
  for (const action of ["read", "archive"])
    expect((await environment.patch(`${inbox}/${action}`)).status).toBe(200);
}

const ask = ({ apiKey }: TestEnvironment, path: string) =>
  fetch(service.url + path, { headers: { authorization: `ApiKey ${apiKey}` } });

async function exported(environment: TestEnvironment, after = ""): Promise<ExportLine[]> {
  const response = await ask(environment, `${pathOf(ID)}/export${after && `?after=${after}`}`);
  expect(response.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
  const text = await response.text();
  for (const secret of SECRETS) expect(text).not.toContain(secret);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const isRecord = (line: ExportLine): line is ExportedRecord => line.type !== "end";

/** The places with the person's data that the list promises in the export, as `type.member`. */
function promised(places: readonly string[]): string[] {
  return places.flatMap((place) => {
    const [table = "", column] = place.split(".");
    if (!(PERSONAL_TABLES as readonly string[]).includes(table)) return [];
    const { line } = factsOf(table as PersonalTable);
    const shown = exportedColumns(table as PersonalTable).find((one) => one.column === column);
    return typeof line === "string" || !shown ? [] : [`${line.type}.${shown.name}`];
  });
}

test("a person with everything: the export has each place of the list; after the erasure, nothing does", async () => {
  const environment = await frozenAt(service);
  await givenEverything(environment);
  const lines = await exported(environment);
  const records = lines.filter(isRecord);
  expect(lines.at(-1)).toEqual({ type: "end", count: records.length });
  // Each type of line, in the order of the contract, which is that of the list.
  const types = [...new Set(records.map(({ type }) => type))];
  expect([...types].sort()).toEqual([...EXPORT_TYPES].sort());

  const places = promised(await placesOf(service, [MARK, PHONE]));
  expect(places.length).toBeGreaterThan(20);
  const held = (value: unknown) =>
    new RegExp(`${MARK}|${PHONE.slice(1)}`, "i").test(JSON.stringify(value) ?? "");
  const found = new Set(
    records.flatMap(({ type, data }) =>
      Object.entries(data).flatMap(([name, value]) => (held(value) ? [`${type}.${name}`] : [])),
    ),
  );
  expect(places.filter((place) => !found.has(place))).toEqual([]);

  const [subscriber] = records;
  expect(subscriber?.data).toMatchObject({
    subscriberId: ID,
    channels: [
      { providerId: "push-webhook", credentials: { deviceTokens: ["••••••••"] } },
      { providerId: "chat-webhook", credentials: { webhookUrl: `${provider.url}/••••••••` } },
    ],
  });
  const pushed = records.find(({ type, data }) => type === "message" && data.channel === "push");
  expect(pushed?.data).toMatchObject({ deviceTokens: ["••••••••"], status: "sent" });
  const read = records.find(({ type, data }) => type === "message" && data.archivedAt !== null);
  expect(read?.data).toMatchObject({ channel: "in_app", archivedAt: expect.stringMatching(/Z$/) });
  // Of a trigger for several, only the own entry among the recipients; contexts of others are only named.
  const shared = records.filter(({ type, data }) => type === "trigger" && data.recipient !== null);
  expect(shared.length).toBeGreaterThan(0);
  expect(JSON.stringify(records)).not.toContain('"bob"');
  const contexts = records.filter(({ type }) => type === "context").map(({ data }) => data);
  expect(contexts).toMatchObject([
    { type: "home", id: ID, data: { garden: `${MARK} garden` } },
    { type: "user", id: ID, data: { home: `${MARK} street` } },
  ]);

  expect((await environment.delete(`/v2/subscribers/${encodeURIComponent(ID)}`)).status).toBe(200);
  expect((await ask(environment, `${pathOf(ID)}/export`)).status).toBe(404);
  await untilErased(service.database, environment.id);
  // The trigger for both keeps the texts of its payload that are no addresses, and so do the texts that Bob got.
  const texts = [person.email, PHONE, `${MARK} data`, `${MARK} garden`, `${MARK} street`, ...SECRETS];
  const left = await placesOf(service, texts);
  expect(left.filter((place) => !place.startsWith("outbox/"))).toEqual([]);
  expect(await leftIn(environment.id, String(subscriber?.data._id))).toEqual([]);
});

/**
 * The parts of the export that still have something of an erased person: a row of a table whose rows the erasure deletes, or a value in
 * a column that it sets to null.
 */
async function leftIn(environmentId: string, id: string): Promise<string[]> {
  const erased: ExportedPerson = {
    environmentId,
    id: id as SubscriberId,
    subscriberKey: subscriberKeyOf(ID),
  };
  const left: string[] = [];
  for (const part of EXPORT_PARTS) {
    const rows = await readExportPage(service.database, erased, part, { after: undefined, limit: 200 });
    const { rows: fate, columns } = factsOf(part.table);
    const cleared = exportedColumns(part.table).filter(({ column }) => columns[column]?.becomes === "null");
    for (const { data } of rows.filter(({ data }) => data !== null)) {
      if (fate !== "kept") left.push(part.name);
      // A trigger for others, too, keeps its payload.
      for (const { name } of part.table === "triggers" ? [] : cleared)
        if (data?.[name] !== null) left.push(`${part.name}: ${name}`);
    }
  }
  return left;
}

test("channels that a process of an older version wrote beside sealed ones: the export has these", async () => {
  const environment = await service.newEnvironment();
  await environment.given.integration("push-webhook", `${provider.url}/push`);
  await environment.given.subscriber(ID, {});
  const registered = { providerId: "push-webhook", credentials: { deviceTokens: ["a", "b"] } };
  expect((await environment.put(`${pathOf(ID)}/credentials`, registered)).status).toBe(200);
  const written = [
    { providerId: "push-webhook", integrationId: "i", credentials: { deviceTokens: [`${MARK}-device`] } },
  ];
  await service.database.queryPlanned(sql`
    update subscribers set channels = ${JSON.stringify(written)}::json
    where environment_id = ${environment.id} and channels_sealed is not null`);
  const [subscriber] = (await exported(environment)).filter(isRecord);
  expect(subscriber?.data.channels).toMatchObject([{ credentials: { deviceTokens: ["••••••••"] } }]);
});

test("an export continues behind the cursor of any line", async () => {
  const environment = await frozenAt(service);
  await givenEverything(environment);
  const records = (await exported(environment)).filter(isRecord);
  const firstOfTypes = EXPORT_TYPES.map((one) => records.findIndex(({ type }) => type === one));
  for (const at of [...firstOfTypes, records.length - 1]) {
    const rest = await exported(environment, records[at]?.cursor);
    const behind = records.slice(at + 1);
    expect(rest).toEqual([...behind, { type: "end", count: behind.length }]);
  }
});

test("the client and the command: yield each record once, and say how many there are", async () => {
  const environment = await frozenAt(service);
  await givenEverything(environment);
  const lines = await exported(environment);
  const client = createClient({ url: service.url, apiKey: environment.apiKey });
  const yielded: ExportLine[] = [];
  for await (const line of client.subscribers.export(ID)) yielded.push(line);
  expect(yielded).toEqual(lines);
  const env = { TIDINGS_URL: service.url, TIDINGS_API_KEY: environment.apiKey };
  const { out, err, code } = await tidings(["subscribers", "export", ID], { env });
  expect(code).toBe(0);
  expect(
    out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual(lines);
  expect(err).toBe(`${lines.length - 1} records of ${ID}.\n`);
});

test("a subscriber that is deleted before the first line is sent: 404, as for an unknown one", async () => {
  const environment = await service.newEnvironment();
  await environment.given.subscriber("ada", {});
  const exporting = await service.database.transaction(async (tx) => {
    await tx.query(sql`lock table contexts in access exclusive mode`);
    const answer = ask(environment, "/v1/subscribers/ada/export");
    const waiting = sql`select count(*)::int as count from pg_locks where relation = 'contexts'::regclass and not granted`;
    await expect.poll(async () => (await tx.query<{ count: number }>(waiting))[0]?.count).toBe(1);
    expect((await environment.delete("/v2/subscribers/ada")).status).toBe(200);
    return { answer };
  });
  const answer = await exporting.answer;
  expect([answer.status, await answer.json()]).toMatchObject([
    404,
    { message: "Subscriber: ada was not found" },
  ]);
});

test("refusals: unknown subscribers, cursors of nothing, keys without the scope", async () => {
  const environment = await service.newEnvironment();
  await environment.given.subscriber("ada", {});
  const statusOf = async (path: string, apiKey = environment.apiKey) =>
    (await ask({ ...environment, apiKey }, path)).status;
  expect(await statusOf("/v1/subscribers/unknown/export")).toBe(404);
  const cursors = [
    ["nothing", "x"],
    ["messages"],
    ["jobs", "x", "y"],
    ["jobs", "x", "99999999999"],
    { a: 1 },
    7,
  ];
  for (const cursor of cursors) {
    const after = Buffer.from(JSON.stringify(cursor)).toString("base64url");
    expect([cursor, await statusOf(`/v1/subscribers/ada/export?after=${after}`)]).toEqual([cursor, 422]);
  }
  expect(await statusOf("/v1/subscribers/ada/export?after=%00")).toBe(400);
  expect(await statusOf("/v1/subscribers/ada/export?after=.")).toBe(422);
  const { body: readOnly } = await environment.post(`/v1/environments/${environment.id}/api-keys`, {
    scopes: ["read"],
  });
  expect(await statusOf("/v1/subscribers/ada/export", readOnly.key)).toBe(403);
  const head = await fetch(`${service.url}/v1/subscribers/ada/export`, {
    method: "HEAD",
    headers: { authorization: `ApiKey ${environment.apiKey}` },
  });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});
