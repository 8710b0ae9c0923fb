import { expect, test } from "vitest";
import { delay, email, inApp, lasting } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { startTestService, useTestService } from "../testing/test-service.ts";

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

const sync = (from: TestEnvironment, to: { id: string }, name = "news") =>
  from.put(`/v2/workflows/${name}/sync`, { targetEnvironmentId: to.id });

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

test("given the same environment, another organization's or an unknown one, a sync writes nothing", async () => {
  const environment = await service.newEnvironment("bare");
  const stranger = await service.newEnvironment("bare");
  await environment.given.workflow("news", STEPS);
  expect((await sync(environment, environment)).status).toBe(400);
  const messages = [];
  for (const target of [stranger, { id: "0".repeat(24) }]) {
    const { status, body } = await sync(environment, target);
    expect(status).toBe(404);
    messages.push(body.message);
  }
  expect(new Set(messages).size).toBe(1);
  expect((await stranger.get("/v2/workflows")).body.totalCount).toBe(0);
});
