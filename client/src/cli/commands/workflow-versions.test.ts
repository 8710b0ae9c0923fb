import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CommandResult, tidings } from "../../testing/command-line.ts";
import { openStubService, type StubService } from "../../testing/stub-service.ts";

let service: StubService | undefined;
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "tidings-versions-"));
});
afterEach(async () => {
  await service?.close();
  service = undefined;
  await rm(directory, { recursive: true });
});

const STORED = "2026-01-31T08:00:00.000Z";
const WORKFLOW = { workflowId: "news", name: "News", status: "ACTIVE", active: true, version: 3 };
const news = { ...WORKFLOW, tags: [], steps: [], severity: "none", createdAt: STORED, updatedAt: STORED };

async function run(args: string[], body: object): Promise<CommandResult> {
  service = await openStubService(() => ({ body }));
  return tidings(args, { env: { TIDINGS_URL: service.url, TIDINGS_API_KEY: "secret" } });
}
const calls = () => service?.requests.map(({ method, path }) => `${method} ${path}`);

test("workflows versions: a table with the number of waiting notifications, and the next command", async () => {
  const version = { createdAt: STORED, isCurrent: false };
  const data = [
    { ...version, version: 3, isCurrent: true, waitingNotifications: 0 },
    { ...version, version: 2, waitingNotifications: 12 },
  ];
  const args = ["workflows", "versions", "news", "--limit", "2"];
  const result = await run(args, { data, next: 2, totalCount: 3, waitingCapped: true });
  expect(calls()).toEqual(["GET /v2/workflows/news/versions?limit=2"]);
  expect(result.out).toMatch(/^3 +2026-01-31 08:00:00 +0 +current$/m);
  expect(result.out).toMatch(/^2 +2026-01-31 08:00:00 +12/m);
  expect(result.err).toContain("3 in total. More than 50,000 steps wait");
  expect(result.err).toContain("tidings workflows versions news --limit 2 --after 2");
});

test("workflows version and restore: call their operations and show the workflow", async () => {
  const shown = await run(["workflows", "version", "news", "2"], news);
  expect(calls()).toEqual(["GET /v2/workflows/news/versions/2"]);
  expect(shown.out).toMatch(/^version +3$/m);
  await service?.close();
  await run(["workflows", "restore", "news", "2", "--if-version", "3"], news);
  expect(calls()).toEqual(["POST /v2/workflows/news/versions/2/restore?ifVersion=3"]);
});

test("workflows create and update: pass the dry run and the version, and say that nothing was stored", async () => {
  const file = join(directory, "news.json");
  await writeFile(file, JSON.stringify({ name: "News", workflowId: "news", steps: [] }));
  const created = await run(["workflows", "create", file, "--dry-run"], news);
  expect(calls()).toEqual(["POST /v2/workflows?dryRun=true"]);
  expect([created.code, created.err]).toEqual([0, "Nothing was stored.\n"]);
  await service?.close();
  const updated = await run(["workflows", "update", "news", file, "--if-version", "3"], news);
  expect(calls()).toEqual(["PUT /v2/workflows/news?ifVersion=3"]);
  expect([updated.code, updated.err]).toEqual([0, ""]);
});

test("explain: passes a draft of the workflow and a moment", async () => {
  const file = join(directory, "draft.json");
  await writeFile(file, JSON.stringify({ name: "News", steps: [] }));
  const at = "2026-12-24T18:00:00Z";
  const workflow = { _id: "w", workflowId: "news", name: "News", version: 4 };
  const answer = { status: "processed", at, workflow, recipients: [], unknownTopics: [], hasMore: false };
  const args = ["explain", "news", "--to", "ada", "--workflow", `@${file}`, "--at", at];
  const result = await run(args, { ...answer, filteredBySubscription: [] });
  expect([result.code, result.err]).toEqual([0, ""]);
  expect(service?.requests[0]?.body).toEqual({
    name: "news",
    to: ["ada"],
    workflow: { name: "News", steps: [] },
    at,
  });
});
