import { expect, test } from "vitest";
import { tidings } from "../../client/src/testing/command-line.ts";
import { delay, email, inApp } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

const service = await useTestService();

const BLOCKS = email('{"type":"doc","content":[]}', { editorType: "block" });

test("a mail of the block editor: is refused with the editorType to use, and nothing changes", async () => {
  const environment = await service.newEnvironment("bare");
  const stored = await environment.given.workflow("news", [email("<p>hi</p>", { editorType: "html" })]);
  const variant = { filters: [], controlValues: BLOCKS.controlValues };
  for (const steps of [[BLOCKS], [{ ...email("<p>hi</p>"), variants: [variant] }]]) {
    const created = await environment.post("/v2/workflows", { name: "Other", workflowId: "other", steps });
    const replaced = await environment.put("/v2/workflows/news", { name: "news", steps });
    for (const { status, body } of [created, replaced]) {
      expect([status, body.message]).toEqual([400, expect.stringContaining('editorType "html"')]);
    }
  }
  const { body } = await environment.get("/v2/workflows");
  expect(body.workflows.map((one: any) => one.workflowId)).toEqual(["news"]);
  expect((await environment.get("/v2/workflows/news")).body.steps).toEqual(stored.steps);
});

test("given a link that can never work, the workflow has an issue until it is corrected", async () => {
  const environment = await service.newEnvironment();
  const wrong = inApp("hi", { redirect: { url: "www.example.com/{{ payload.id }}", target: "_self" } });
  const { status, steps } = await environment.given.workflow("news", [wrong]);
  expect(status).toBe("ERROR");
  expect(Object.keys(steps[0].issues.controls)).toEqual(["redirect.url"]);
  const right = inApp("hi", {
    redirect: { url: "https://www.example.com/{{ payload.id }}", target: "_self" },
  });
  const { body } = await environment.put("/v2/workflows/news", { name: "news", steps: [right] });
  expect([body.status, body.steps[0].issues]).toEqual(["ACTIVE", undefined]);
});

test("given an unreadable cron expression, its issue says so in one sentence", async () => {
  const environment = await service.newEnvironment();
  const { steps } = await environment.given.workflow("news", [delay({ type: "timed", cron: "61 * * * *" })]);
  expect(steps[0].issues.controls.cron.map(({ message }: any) => message)).toEqual([
    'The cron expression cannot be read: its minute is "61"; write for example 0 or */15.',
  ]);
});

const runCommand = ({ apiKey }: TestEnvironment, ...args: string[]) =>
  tidings(args, { env: { TIDINGS_URL: service.url, TIDINGS_API_KEY: apiKey } });

test("the commands preview, duplicate and sync: print their results", async () => {
  const environment = await service.newEnvironment();
  const sibling = await service.newEnvironment("bare", environment.organizationId);
  await environment.given.workflow("news", [inApp("Hello {{ payload.name }}")]);
  const [shown, copied, synced] = await Promise.all([
    runCommand(environment, "workflows", "preview", "news", "inbox", "--payload", '{"name":"Ada"}'),
    runCommand(environment, "workflows", "duplicate", "news", "--identifier", "News.two"),
    runCommand(environment, "workflows", "sync", "news", sibling.id, "--target-key", sibling.apiKey),
  ]);
  expect([shown.err, shown.out]).toEqual(["", expect.stringContaining("Hello Ada")]);
  expect(copied.out).toContain("News.two");
  expect(synced.code).toBe(0);
  expect((await sibling.get("/v2/workflows/news")).status).toBe(200);
});
