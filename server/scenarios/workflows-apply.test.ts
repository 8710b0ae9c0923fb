import { expect, test } from "vitest";
import { createClient } from "../../client/src/index.ts";
import { tidings } from "../../client/src/testing/command-line.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

const service = await useTestService();

const workflow = (body: string) => ({
  name: "News",
  workflowId: "News.daily",
  __source: "ci",
  steps: [
    { name: "Inbox", type: "in_app" as const, controlValues: { body } },
    { name: "Inbox", type: "in_app" as const, controlValues: { body: "again" } },
  ],
});

const apply = ({ apiKey }: TestEnvironment, file: object) =>
  tidings(["workflows", "apply", "-"], {
    env: { TIDINGS_URL: service.url, TIDINGS_API_KEY: apiKey },
    stdin: JSON.stringify(file),
  });
const firstLine = ({ out }: { out: string }) => out.split("\n")[0];

test("apply: prints created, unchanged or updated, and the version", async () => {
  const environment = await service.newEnvironment("bare");
  expect(firstLine(await apply(environment, workflow("one")))).toBe("News.daily: created, version 1");
  const before = (await environment.get("/v2/workflows/News.daily")).body;
  expect(firstLine(await apply(environment, workflow("one")))).toBe("News.daily: unchanged, version 1");
  expect((await environment.get("/v2/workflows/News.daily")).body).toEqual(before);
  expect(firstLine(await apply(environment, workflow("two")))).toBe("News.daily: updated, version 2");
  const after = (await environment.get("/v2/workflows/News.daily")).body;
  expect(after.steps.map((step: any) => step._id)).toEqual(before.steps.map((step: any) => step._id));
  const off = { ...workflow("two"), active: false };
  expect(firstLine(await apply(environment, off))).toBe("News.daily: updated, version 2");
  expect((await environment.get("/v2/workflows")).body.totalCount).toBe(1);
});

test("given five concurrent applies of a new workflow, one creates it and the others change nothing", async () => {
  const environment = await service.newEnvironment("bare");
  const client = createClient({ url: service.url, apiKey: environment.apiKey });
  const applied = await Promise.all(Array.from({ length: 5 }, () => client.workflows.apply(workflow("one"))));
  const outcomes = applied.map(({ outcome }) => outcome).sort();
  expect(outcomes).toEqual(["created", "unchanged", "unchanged", "unchanged", "unchanged"]);
  expect((await environment.get("/v2/workflows")).body.totalCount).toBe(1);
});

test("given a file without a workflowId, apply names the field and stores nothing", async () => {
  const environment = await service.newEnvironment("bare");
  const { workflowId: _, ...file } = workflow("one");
  const ran = await apply(environment, file);
  expect([ran.code === 0, ran.err]).toEqual([false, expect.stringContaining("workflowId")]);
  expect((await environment.get("/v2/workflows")).body.totalCount).toBe(0);
});

test("given a used workflowId and failIfExists, creating the workflow is refused", async () => {
  const environment = await service.newEnvironment("bare");
  const create = () => environment.post("/v2/workflows?failIfExists=true", workflow("one"));
  expect((await create()).status).toBe(201);
  const { status, body } = await create();
  expect([status, body.message]).toEqual([409, 'Workflow with workflowId "News.daily" already exists']);
  expect((await environment.get("/v2/workflows")).body.totalCount).toBe(1);
});
