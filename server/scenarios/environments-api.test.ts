import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../client/src/client.ts";
import { DELETED_ENVIRONMENTS } from "../src/environments/deleted-environment-store.ts";
import { environmentRows } from "../testing/environment-rows.ts";
import { createMovableTime } from "../testing/movable-time.ts";
import { NOVU_CLIENTS, uncalled } from "../testing/novu-clients.ts";
import { seedNewWorld, seedWorld } from "../testing/seeded-world.ts";
import { delay, inApp, lasting } from "../testing/steps.ts";
import { type TestEnvironment, testEnvironment } from "../testing/test-environment.ts";
import { startTestService, type TestService, useTestService } from "../testing/test-service.ts";

/** The environments of an organization over the API: created, listed, renamed, and deleted with all their rows. */

const time = createMovableTime();
const service = await useTestService({}, { time });

let names = 0;
const newName = () => `Made ${++names}`;

const opened = ({
  _id,
  _organizationId,
  name,
  isTest,
  timezone,
  createdAt,
  apiKeys,
}: any): TestEnvironment => {
  const environment = {
    id: _id,
    organizationId: _organizationId,
    name,
    isTest,
    defaultZone: timezone,
    createdAt: new Date(createdAt),
  };
  return testEnvironment({ url: service.url, apiKey: apiKeys[0].key, environment });
};

test("environments: only the creation shows the key, and the new one delivers a notification", async () => {
  const environment = await service.newEnvironment();
  const look = { name: newName(), color: "#7e52f4", identifier: "acme.eu" };
  const made = await environment.post("/v1/environments", { ...look, isTest: true });
  expect(made.status).toBe(201);
  const { apiKeys, ...listed } = made.body;
  expect(listed).toMatchObject({ ...look, isTest: true, _organizationId: environment.organizationId });
  const fresh = opened(made.body);
  await fresh.finished(await fresh.trigger("welcome", "ada"));
  const { body: all } = await environment.get("/v1/environments");
  expect(all.map((one: any) => one._id)).toEqual([environment.id, fresh.id]);
  expect(all[1]).toEqual(listed);
  expect(JSON.stringify(all)).not.toContain(apiKeys[0].key);
  expect((await fresh.get("/v1/environments/me")).body).toEqual(listed);
});

test("environments: a rename refuses taken names; another organization gets 404", async () => {
  const environment = await service.newEnvironment("bare");
  const stranger = await service.newEnvironment("bare");
  const name = newName();
  const { body: made } = await environment.post("/v1/environments", { name, identifier: "taken" });
  const path = `/v1/environments/${made._id}`;
  const towards = environment.towards(opened(made));
  const renamed = await towards.put(path, { name: `${name} EU`, color: "#abc" });
  expect(renamed.body).toMatchObject({
    _id: made._id,
    name: `${name} EU`,
    color: "#abc",
    identifier: "taken",
  });
  expect((await towards.put(path, { color: null })).body).not.toHaveProperty("color");
  const own = `/v1/environments/${environment.id}`;
  for (const [body, status, words] of [
    [{ name: `${name} EU` }, 409, "named"],
    [{ identifier: "taken" }, 409, "identifier"],
    [{ identifier: made._id }, 422, "identifier"],
    [{ name: "<b>" }, 400, "A name has"],
    [{ color: "red" }, 422, "color"],
  ] as const) {
    const answer = await environment.put(own, body);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringContaining(words)]);
  }
  expect((await environment.put(own, { identifier: environment.id })).status).toBe(200);
  for (const refused of [environment, stranger, environment.towards(stranger)]) {
    expect((await refused.put(path, { name: "Mine" })).status).toBe(403);
    expect((await refused.delete(path)).status).toBe(403);
  }
  const ofOther = stranger.towards(opened(made));
  expect((await ofOther.put(path, { name: "Mine" })).status).toBe(404);
  expect((await ofOther.delete(path)).status).toBe(404);
});

test("environments: the protection is stored, read and changed; it is off by default", async () => {
  const environment = await service.newEnvironment("bare");
  const { body: plain } = await environment.post("/v1/environments", { name: newName() });
  const { body: made } = await environment.post("/v1/environments", { name: newName(), isProtected: true });
  expect([plain.isProtected, made.isProtected]).toEqual([false, true]);
  expect((await opened(made).get("/v1/environments/me")).body.isProtected).toBe(true);
  const path = `/v1/environments/${made._id}`;
  const towards = environment.towards(opened(made));
  expect((await towards.put(path, { color: "#abc" })).body).toMatchObject({ isProtected: true });
  expect((await towards.put(path, { isProtected: false })).body).toEqual(
    expect.objectContaining({ name: made.name, color: "#abc", isProtected: false }),
  );
  expect((await towards.put(path, { isProtected: "yes" })).status).toBe(422);
  const { body: all } = await environment.get("/v1/environments");
  expect(all.map((one: any) => one.isProtected)).toEqual([false, false, false]);
});

test("environments: if two delete each other concurrently, one stays", async () => {
  const environment = await service.newEnvironment("bare");
  const { body: made } = await environment.post("/v1/environments", { name: newName() });
  const other = opened(made);
  const answers = await Promise.all([
    environment.towards(other).delete(`/v1/environments/${other.id}`),
    other.towards(environment).delete(`/v1/environments/${environment.id}`),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test("environments: deletion stops the keys and waiting jobs; the purge then removes every row", async () => {
  const environment = await service.newEnvironment();
  const { body: made } = await environment.post("/v1/environments", { name: newName() });
  const doomed = opened(made);
  const { environment: bystander } = await seedNewWorld(service, "bystander");
  const rowsOfBystander = await environmentRows(service.database, bystander.id);
  await seedWorld(doomed, "doomed", environment);
  await doomed.given.workflow("tomorrow", [delay(lasting(1, "days")), inApp("Hello")]);
  const transactionId = await doomed.trigger("tomorrow", "ada");
  await doomed.until(
    `/v1/notifications?transactionId=${transactionId}`,
    ({ data }: any) => data[0]?.jobs[0]?.status === "delayed",
  );

  const path = `/v1/environments/${doomed.id}`;
  expect((await doomed.delete(path)).body.message).toContain("made with a key of that environment");
  const towards = environment.towards(doomed);
  expect((await environment.delete(path)).status).toBe(403);
  expect((await towards.delete(path)).body).toEqual({ acknowledged: true, status: "deleted" });
  // Its key is known for 4 s.
  expect([401, 404]).toContain((await towards.delete(path)).status);
  const { body: others } = await environment.get("/v1/environments");
  expect(others.map((one: any) => one._id)).not.toContain(doomed.id);
  expect((await environment.post("/v1/environments", { name: made.name })).status).toBe(201);
  // The service has known the key for 4 s, and asks the database again.
  await time.advance(4_000);
  expect((await doomed.get("/v1/messages")).status).toBe(401);

  const waiting = sql`environment_id = ${doomed.id} and status = 'delayed'`;
  await service.database.query(sql`update jobs set due_at = now() - interval '1 second' where ${waiting}`);
  const left = async () => (await service.database.query(sql`select id from jobs where ${waiting}`)).length;
  const before = await left();
  expect(before).toBeGreaterThan(0);
  // Workers claim due jobs of all environments together: after these two, the waiting jobs were passed over.
  for (let n = 0; n < 2; n += 1) await environment.finished(await environment.trigger("welcome", "ada"));
  expect(await left()).toBe(before);
  expect(await DELETED_ENVIRONMENTS.purge(service.database, 5_000)).toBe(0);
  await service.database.query(
    sql`update environments set deleted_at = now() - interval '3 minutes' where id = ${doomed.id}`,
  );
  const batches = [7];
  while (batches.at(-1) === 7) batches.push(await DELETED_ENVIRONMENTS.purge(service.database, 7));
  expect(batches.length).toBeGreaterThan(5);
  expect(new Set(Object.values(await environmentRows(service.database, doomed.id)))).toEqual(new Set(["0 "]));
  expect(await service.database.query(sql`select 1 from environments where id = ${doomed.id}`)).toEqual([]);
  expect(await environmentRows(service.database, bystander.id)).toEqual(rowsOfBystander);
  expect(service.refusedStatements).toEqual([]);
});

describe("@novu/api", () => {
  let novuService: TestService;
  beforeAll(async () => {
    novuService = await startTestService({ brand: "novu" });
  });
  afterAll(() => novuService.close());

  test.each(NOVU_CLIENTS)(
    "version $version: creates, lists, renames and deletes environments",
    async (client) => {
      const environment = await novuService.newEnvironment();
      const calls = new Set<string>();
      const novu = client.open(novuService, environment, calls);
      const [name, renamed] = [newName(), newName()];
      const { result: made } = await novu.environments.create({ name, color: "#7e52f4" });
      expect(made).toMatchObject({ name, organizationId: environment.organizationId });
      expect(made.apiKeys[0].key).toMatch(/^td_/);
      const refused = { statusCode: 403 };
      await expect(novu.environments.update({ name: renamed }, made.id)).rejects.toMatchObject(refused);
      await expect(novu.environments.delete(made.id)).rejects.toMatchObject(refused);
      const both = client.open(novuService, environment, calls, made.apiKeys[0].key);
      const { result: updated } = await both.environments.update({ name: renamed }, made.id);
      expect(updated).toMatchObject({ id: made.id, name: renamed, identifier: made.id });
      const { result: all } = await novu.environments.list();
      expect(all.map((one: any) => one.name)).toContain(renamed);
      await both.environments.delete(made.id);
      expect((await novu.environments.list()).result).toHaveLength(1);
      await expect(novu.environments.delete(environment.id)).rejects.toMatchObject({ statusCode: 400 });
      expect(uncalled(calls, ["Environments"])).toEqual([]);
    },
  );
});

test("Tidings client: creates, reads, renames and deletes environments", async () => {
  const { apiKey, id } = await service.newEnvironment("bare");
  const { environments } = createClient({ url: service.url, apiKey });
  const made = await environments.create({ name: newName() });
  const target = { targetApiKey: made.apiKeys[0]?.key };
  await expect(environments.update(made._id, { color: "#000" })).rejects.toMatchObject({ status: 403 });
  expect((await environments.update(made._id, { color: "#000" }, target)).color).toBe("#000");
  expect((await environments.list()).map(({ _id }) => _id)).toEqual([id, made._id]);
  expect((await environments.me())._id).toBe(id);
  await environments.delete(made._id, target);
});
