import { createWorkflow, updateWorkflow } from "@tidings/contract";
import { expect, test } from "vitest";
import { environmentRows } from "../testing/environment-rows.ts";
import { hostileDrafts } from "../testing/hostile-requests.ts";
import { openRawClient } from "../testing/raw-http.ts";
import { seedNewWorld } from "../testing/seeded-world.ts";
import { problemsOf, sendAll } from "../testing/send-drafts.ts";
import { email, inApp } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

const service = await useTestService();

/** Dry runs of the creation and the update of a workflow: the same answers, and nothing stored. */

const PATH = "/v2/workflows";
const NEWS = { name: "News", steps: [inApp("{{ payload.text }}"), email("{{ payload.text | nofilter }}")] };
const created = (workflowId: string, more: object = {}) => ({ ...NEWS, workflowId, ...more });

/** Without what differs between a dry run and the write itself. */
function comparable({ _id, slug, createdAt, updatedAt, steps, ...workflow }: any) {
  const withoutIds = steps.map(({ _id: _step, slug: _slug, workflowDatabaseId: _w, ...one }: any) => one);
  return { ...workflow, steps: withoutIds };
}

const rowsOf = ({ id }: TestEnvironment) => environmentRows(service.database, id);

test("create: a dry run returns what the creation will, with issues, and stores nothing", async () => {
  const environment = await service.newEnvironment("bare");
  const before = await rowsOf(environment);
  const tried = await environment.post(`${PATH}?dryRun=true`, created("news"));
  expect(tried.status).toBe(200);
  expect(tried.body.steps[1].issues.controls).toBeDefined();
  expect(await rowsOf(environment)).toEqual(before);
  expect((await environment.get(`${PATH}/news`)).status).toBe(404);
  const made = await environment.post(PATH, created("news"));
  expect(made.status).toBe(201);
  expect(comparable(tried.body)).toEqual(comparable(made.body));
  const again = await environment.post(`${PATH}?dryRun=true`, created("news"));
  expect(again.body).toMatchObject({ workflowId: "news-1", issues: { workflowId: expect.anything() } });
  expect((await environment.post(`${PATH}?dryRun=true&failIfExists=true`, created("news"))).status).toBe(409);
});

test("update: a dry run returns what the update will, with its version, and stores nothing", async () => {
  const environment = await service.newEnvironment("bare");
  const stored = await environment.given.workflow("news", [inApp("old")]);
  const before = await rowsOf(environment);
  const same = await environment.put(`${PATH}/news?dryRun=true`, { name: "news", steps: [inApp("old")] });
  expect([same.status, same.body]).toEqual([200, stored]);
  const tried = await environment.put(`${PATH}/news?dryRun=true&ifVersion=1&migrate=true`, NEWS);
  expect([tried.status, tried.body.version, tried.body._id]).toEqual([200, 2, stored._id]);
  expect(tried.body.steps[0]._id).toBe(stored.steps[0]._id);
  const guarded = await environment.put(`${PATH}/news?dryRun=true&ifVersion=2`, NEWS);
  expect([guarded.status, guarded.body.version]).toEqual([409, 1]);
  expect((await environment.put(`${PATH}/other?dryRun=true`, NEWS)).status).toBe(404);
  expect(await rowsOf(environment)).toEqual(before);
  const updated = await environment.put(`${PATH}/news?ifVersion=1`, NEWS);
  expect(comparable(tried.body)).toEqual(comparable(updated.body));
});

test("a dry run refuses what the write refuses, with the same errors", async () => {
  const environment = await service.newEnvironment("bare");
  await environment.given.workflow("news", [inApp("old")]);
  const before = await rowsOf(environment);
  const faulty = [
    { steps: [inApp("a"), inApp("b")] },
    { steps: Array(21).fill(inApp("a")) },
    { payloadSchema: { type: "nonsense" } },
    { steps: [{ name: "a", type: "fax" }] },
  ];
  for (const more of faulty) {
    const body = created("more", more);
    for (const [write, dry] of [
      [await environment.post(PATH, body), await environment.post(`${PATH}?dryRun=true`, body)],
      [await environment.put(`${PATH}/news`, body), await environment.put(`${PATH}/news?dryRun=true`, body)],
    ] as const) {
      expect(dry.status).toBeGreaterThanOrEqual(400);
      expect([dry.status, dry.body.message, dry.body.errors]).toEqual([
        write.status,
        write.body.message,
        write.body.errors,
      ]);
    }
  }
  expect(await rowsOf(environment)).toEqual(before);
});

test("a dry run does not use its idempotency key: the write with the same key is executed", async () => {
  const environment = await service.newEnvironment("bare");
  const call = async (query: string) => {
    const response = await fetch(`${service.url}${PATH}${query}`, {
      method: "POST",
      headers: {
        authorization: `ApiKey ${environment.apiKey}`,
        "content-type": "application/json",
        "idempotency-key": "one",
      },
      body: JSON.stringify(created("news")),
    });
    return [response.status, response.headers.get("idempotency-replay")];
  };
  expect(await call("?dryRun=true")).toEqual([200, null]);
  expect(await call("?dryRun=true")).toEqual([200, null]);
  expect(await call("")).toEqual([201, null]);
  expect(await call("")).toEqual([201, "true"]);
  expect((await environment.get(PATH)).body.totalCount).toBe(1);
});

test.each([createWorkflow, updateWorkflow])(
  "hostile dry runs of $id: valid answers, and no row changes",
  async (operation) => {
    const { environment, ...world } = await seedNewWorld(service, "canary");
    const client = openRawClient(service.url);
    const drafts = hostileDrafts(operation, { environment, ...world }).map((draft) => {
      draft.query.splice(0, draft.query.length, ["dryRun", "true"]);
      return draft;
    });
    const before = await rowsOf(environment);
    const answers = await sendAll(client, drafts);
    client.close();
    expect(problemsOf(drafts, answers)).toEqual([]);
    expect(await rowsOf(environment)).toEqual(before);
  },
);
