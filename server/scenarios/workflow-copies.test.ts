import { describe, expect, test } from "vitest";
import { keyedCaller } from "../testing/keyed-caller.ts";
import { openRawClient } from "../testing/raw-http.ts";
import { delay, email, inApp, lasting } from "../testing/steps.ts";
import { openDashboard, signInOperator } from "../testing/test-dashboard.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { startTestService, type TestService, useTestService } from "../testing/test-service.ts";

const service = await useTestService();

const STEPS = [inApp("Hello {{ payload.name }}"), delay(lasting(1, "hours")), email("{{ payload.text }}")];
const MORE = { description: "All of it", tags: ["a"], severity: "high" };

/** The content of a workflow without its identity. */
const contentOf = ({ name, steps, tags, severity, description }: any) => ({
  name,
  tags,
  severity,
  description,
  steps: steps.map(({ stepId, type, controlValues }: any) => ({ stepId, type, controlValues })),
});
const idsOf = ({ steps }: any): string[] => steps.map((step: any) => step._id);

test("duplicate: creates an inactive copy with its own steps, and the original stays the same", async () => {
  const environment = await service.newEnvironment("bare");
  const original = await environment.given.workflow("news", STEPS, MORE);
  const first = await environment.post("/v2/workflows/news/duplicate", {});
  expect(first.status).toBe(201);
  expect(first.body).toMatchObject({
    name: "news (copy)",
    workflowId: "news-copy",
    active: false,
    version: 1,
  });
  expect(contentOf(first.body)).toEqual({ ...contentOf(original), name: "news (copy)" });
  expect(idsOf(first.body).filter((id) => idsOf(original).includes(id))).toEqual([]);
  const changes = { name: "Other", workflowId: "Other_one", tags: ["b"], description: "Mine" };
  const second = await environment.post(`/v2/workflows/${original.slug}/duplicate`, changes);
  expect(second.body).toMatchObject(changes);
  expect((await environment.post("/v2/workflows/news/duplicate", {})).body.workflowId).toBe("news-copy-1");
  expect((await environment.get("/v2/workflows/news")).body).toEqual(original);
});

test("given an unknown workflow, duplicate and sync answer 404", async () => {
  const environment = await service.newEnvironment("bare");
  const sibling = await service.newEnvironment("bare", environment.organizationId);
  const target = { targetEnvironmentId: sibling.id };
  expect((await environment.post("/v2/workflows/nothing/duplicate", {})).status).toBe(404);
  expect((await environment.put("/v2/workflows/nothing/sync", target)).status).toBe(404);
});

/** With a key of both environments. */
const sync = (from: TestEnvironment, to: TestEnvironment) => syncOnly(from.towards(to), to);
/** With the caller's key alone. */
const syncOnly = (from: TestEnvironment, to: { id: string }) =>
  from.put("/v2/workflows/news/sync", { targetEnvironmentId: to.id });

test("sync: creates the workflow in the other environment, then updates it and keeps its steps", async () => {
  const environment = await service.newEnvironment();
  const sibling = await service.newEnvironment("furnished", environment.organizationId);
  const original = await environment.given.workflow("news", STEPS, MORE);
  const created = await sync(environment, sibling);
  expect([created.status, created.body.version]).toEqual([200, 1]);
  expect(contentOf(created.body)).toEqual(contentOf(original));
  expect(created.body._id).not.toBe(original._id);
  expect((await sibling.get("/v2/workflows/news")).body).toEqual(created.body);
  expect((await sync(environment, sibling)).body).toEqual(created.body);
  await environment.put("/v2/workflows/news", { name: "news", active: false, steps: [inApp("Changed")] });
  const { body: changed } = await sync(environment, sibling);
  expect(changed).toMatchObject({ _id: created.body._id, active: false, version: 2 });
  expect(idsOf(changed)).toEqual(idsOf(created.body).slice(0, 1));
  await sibling.patch("/v2/workflows/news", { active: true });
  const [run] = await sibling.finished(await sibling.trigger("news", "ada"));
  expect(run.jobs.map((job: any) => job.status)).toEqual(["completed"]);
});

test("given an idempotency key, a repeated sync gets the first answer", async () => {
  const environment = await service.newEnvironment();
  const sibling = await service.newEnvironment("bare", environment.organizationId);
  await environment.given.workflow("news", STEPS);
  const ask = () =>
    fetch(`${service.url}/v2/workflows/news/sync`, {
      method: "PUT",
      headers: {
        authorization: `ApiKey ${environment.apiKey}`,
        "content-type": "application/json",
        "idempotency-key": "once",
        "target-authorization": `ApiKey ${sibling.apiKey}`,
      },
      body: JSON.stringify({ targetEnvironmentId: sibling.id }),
    });
  const [first, second] = [await ask(), await ask()];
  expect([first.status, second.headers.get("idempotency-replay")]).toEqual([200, "true"]);
  expect(await second.json()).toEqual(await first.json());
});

test("given a service with sync switched off, a sync is refused", async () => {
  const closed = await startTestService({ workflowSync: "off" });
  try {
    const environment = await closed.newEnvironment("bare");
    const sibling = await closed.newEnvironment("bare", environment.organizationId);
    await environment.given.workflow("news", STEPS);
    expect((await sync(environment, sibling)).status).toBe(403);
    expect((await sibling.get("/v2/workflows")).body.totalCount).toBe(0);
  } finally {
    await closed.close();
  }
});

test("given the same environment, a sync is refused; another organization's is not found with its key, too", async () => {
  const environment = await service.newEnvironment("bare");
  const stranger = await service.newEnvironment("bare");
  await environment.given.workflow("news", STEPS);
  expect((await sync(environment, environment)).status).toBe(400);
  expect((await sync(environment, stranger)).status).toBe(404);
  expect((await stranger.get("/v2/workflows")).body.totalCount).toBe(0);
});

describe("without a principal of the target", () => {
  const GENUINE = [inApp("GENUINE")];
  const bodyIn = async (environment: TestEnvironment) =>
    (await environment.get("/v2/workflows/news")).body.steps[0].controlValues.body;

  /** An environment with a workflow, and another one of its organization with a workflow of the same name. */
  async function prepared(of: Pick<TestService, "newEnvironment">, isProtected: boolean) {
    const target = await of.newEnvironment("bare");
    await target.put(`/v1/environments/${target.id}`, { isProtected });
    await target.given.workflow("news", GENUINE);
    const attacker = await of.newEnvironment("bare", target.organizationId);
    await attacker.given.workflow("news", [inApp("REPLACED")]);
    return { target, attacker };
  }

  test.each([true, false])(
    "a key of another environment replaces nothing (target protected: %s)",
    async (isProtected) => {
      const { target, attacker } = await prepared(service, isProtected);
      const foreign = await service.newEnvironment("bare");
      const unknown = { id: "0".repeat(24) };
      const refusals = [
        await syncOnly(attacker, target),
        await syncOnly(attacker.towards(foreign), target),
        await syncOnly(attacker.towards(attacker), target),
        await syncOnly(attacker, unknown),
        await syncOnly(attacker, foreign),
      ];
      expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 403));
      const words = refusals.map(({ body }) => body.message.replaceAll(/[0-9a-f]{24}/g, "<id>"));
      expect(new Set(words).size).toBe(1);
      expect(words[0]).toContain("Target-Authorization");
      expect(words[0]).toContain("TIDINGS_WORKFLOW_SYNC=organization");
      expect(await bodyIn(target)).toBe("GENUINE");
      expect((await sync(attacker, target)).status).toBe(200);
      expect(await bodyIn(target)).toBe("REPLACED");
    },
  );

  test("a second key that is wrong is 401, one without the scope is 403, two headers are 400", async () => {
    const { target, attacker } = await prepared(service, true);
    const keys = `/v1/environments/${target.id}/api-keys`;
    const { body: weak } = await target.post(keys, { scopes: ["read", "trigger"] });
    const answers = [
      await syncOnly(attacker.towards({ apiKey: "td_wrong" }), target),
      await syncOnly(attacker.towards({ apiKey: weak.key }), target),
    ];
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [401, "Target-Authorization: API Key not found"],
      [403, expect.stringContaining('lacks the scope "manage"')],
    ]);
    const client = openRawClient(service.url);
    try {
      const { status } = await client.send({
        method: "PUT",
        path: "/v2/workflows/news/sync",
        headers: [
          ["authorization", `ApiKey ${attacker.apiKey}`],
          ["content-type", "application/json"],
          ["target-authorization", `ApiKey ${target.apiKey}`],
          ["target-authorization", `ApiKey ${target.apiKey}`],
        ],
        body: Buffer.from(JSON.stringify({ targetEnvironmentId: target.id })),
      });
      expect(status).toBe(400);
    } finally {
      client.close();
    }
    expect(await bodyIn(target)).toBe("GENUINE");
  });

  test("under an Idempotency-Key: no replay to a request whose second key is missing or too weak", async () => {
    const { target, attacker } = await prepared(service, true);
    const call = keyedCaller(service.url, attacker.apiKey);
    const keys = `/v1/environments/${target.id}/api-keys`;
    const { body: weak } = await target.post(keys, { scopes: ["read"] });
    const { body: other } = await target.post(keys, { scopes: ["manage"] });
    const writes = [
      { path: "/v2/workflows/news/sync", body: { targetEnvironmentId: target.id } },
      { path: `/v1/environments/${target.id}`, body: { color: "#7e52f4" } },
    ];
    for (const [index, write] of writes.entries()) {
      const ask = (apiKey?: string) => {
        const headers = apiKey === undefined ? {} : { "target-authorization": `ApiKey ${apiKey}` };
        return call({ method: "PUT", key: `write-${index}`, ...write, headers });
      };
      expect((await ask(target.apiKey)).status).toBe(200);
      expect([(await ask()).status, (await ask(weak.key)).status]).toEqual([422, 403]);
      // A key that replaced the first one is a principal of the target, too.
      expect((await ask(other.key)).isReplay).toBe(true);
    }
  });

  test("a session of the dashboard copies if it reaches both environments, and may write in both", async () => {
    const { target, attacker } = await prepared(service, true);
    const page = openDashboard(service.url);
    const path = `/dashboard/api/${attacker.id}/v2/workflows/news/sync`;
    const copy = () => page.call("PUT", path, { targetEnvironmentId: target.id });
    await page.call("POST", "/dashboard/session", { apiKey: attacker.apiKey });
    expect((await copy()).status).toBe(403);
    const { body: reader } = await target.post(`/v1/environments/${target.id}/api-keys`, {
      scopes: ["read"],
    });
    await page.call("POST", "/dashboard/session", { apiKey: reader.key });
    expect((await copy()).status).toBe(403);
    expect(await bodyIn(target)).toBe("GENUINE");
    await page.call("POST", "/dashboard/session", { apiKey: target.apiKey });
    expect((await copy()).status).toBe(200);
    expect(await bodyIn(target)).toBe("REPLACED");
    const operator = await signInOperator(service);
    expect((await operator.call("PUT", path, { targetEnvironmentId: target.id })).status).toBe(200);
  });

  test("the operator may open environments that are not protected to all keys of the organization", async () => {
    const open = await startTestService({ workflowSync: "organization" });
    try {
      const plain = await prepared(open, false);
      expect((await syncOnly(plain.attacker, plain.target)).status).toBe(200);
      expect(await bodyIn(plain.target)).toBe("REPLACED");
      const { target, attacker } = await prepared(open, true);
      const refused = await syncOnly(attacker, target);
      expect([refused.status, refused.body.message]).toEqual([
        403,
        expect.stringContaining("Target-Authorization"),
      ]);
      expect(await bodyIn(target)).toBe("GENUINE");
      for (const unknown of [plain.target, { id: "0".repeat(24) }]) {
        expect((await syncOnly(attacker, unknown)).status).toBe(404);
      }
    } finally {
      await open.close();
    }
  });
});
