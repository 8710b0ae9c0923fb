import { readFileSync } from "node:fs";
import sql, { raw } from "sql-template-tag";
import { afterAll, expect, test } from "vitest";
import { MachineFailure } from "../src/sandbox/machine-failure.ts";
import { createTemplates, type Templates } from "../src/templates/templates.ts";
import { detailsOf } from "../testing/job-readings.ts";
import { driveByHand } from "../testing/model/hand-driven-engine.ts";
import { PATIENCE_MS } from "../testing/patience.ts";
import { email, inApp } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { frozenAt } from "../testing/virtual-time.ts";

/** What the machine did not do says nothing about its content: jobs wait, and workflows that earlier versions stored as wrong heal. */

const service = await useTestService({ role: "api" });

const templates = createTemplates({ maxWaitMs: PATIENCE_MS });
let failuresLeft = 0;
const failing: Templates = {
  ...templates,
  render: async (tasks, limits) => {
    if (failuresLeft === 0) return templates.render(tasks, limits);
    failuresLeft -= 1;
    const failure = new MachineFailure("not_started", "no thread has started yet");
    return tasks.map(() => ({ isLeft: true, failure }));
  },
};
const engine = driveByHand(service, { templates: failing });
afterAll(() => engine.close());

test("given threads that do not start, jobs wait without a trace, and their messages are made later", async () => {
  const environment = await frozenAt(service);
  await environment.given.workflow("news", [
    inApp("{{ payload.a | upcase }}"),
    email("{{ payload.a | upcase }}"),
  ]);
  const to = ["a", "b"].map((subscriberId) => ({ subscriberId, email: `${subscriberId}@example.com` }));
  const triggered = { name: "news", payload: { a: "hello" }, to };
  expect((await environment.post("/v1/events/trigger", triggered)).status).toBe(201);
  failuresLeft = 5;
  await engine.work(environment.id, { lanes: 1, crashAt: undefined });
  expect(failuresLeft).toBe(0);
  const { body } = await environment.get("/v1/notifications");
  expect(body.data).toHaveLength(2);
  for (const { jobs } of body.data) {
    expect(jobs.map(({ status }: any) => status)).toEqual(["completed", "completed"]);
    const details = jobs.flatMap(detailsOf);
    expect(details.filter((detail: string) => /fail|render|thread/i.test(detail))).toEqual([]);
  }
  const messages = await environment.get("/v1/messages");
  expect(messages.body.data.map(({ content }: any) => content)).toEqual(Array(4).fill("HELLO"));
  expect((await environment.get("/v1/dead-letters")).body.data).toEqual([]);
});

/** Stores readings of the workflow `news` as an earlier version did when the machine failed. */
async function storeOldError({ id }: TestEnvironment, error: string): Promise<void> {
  const readings = JSON.stringify([[{ path: "body", variables: [], error }]]);
  await service.database.queryPlanned(sql`
    update workflow_versions v set readings = ${readings} from workflows w
    where w.id = v.workflow_id and v.environment_id = ${id} and w.identifier = 'news'`);
}

const stateOf = async (environment: TestEnvironment) => {
  const { body } = await environment.get("/v2/workflows/news");
  const { body: versions } = await environment.get("/v2/workflows/news/versions");
  return [body.status, versions.data.length];
};

const OLD_ERRORS = [
  "reading it the thread did not start",
  "reading it the thread ended",
  "reading it took longer than 500 ms",
  "reading it too many threads are still busy with what was ended before; try again in a minute",
];

test.each(OLD_ERRORS)("given a stored workflow with the error %s, the migration heals it", async (error) => {
  const environment = await service.newEnvironment();
  await environment.given.workflow("news", [inApp("{{ subscriber.firstName }}")]);
  await storeOldError(environment, error);
  expect(await stateOf(environment)).toEqual(["ERROR", 1]);
  const migration = new URL("../migrations/0045_readings_of_machine_failures.sql", import.meta.url);
  await service.database.queryPlanned(sql`${raw(readFileSync(migration, "utf8"))}`);
  expect(await stateOf(environment)).toEqual(["ACTIVE", 1]);
});

test("given an error of the text itself, the migration keeps it", async () => {
  const environment = await service.newEnvironment();
  await environment.given.workflow("news", [inApp("{{ open")]);
  const readings = () =>
    service.database.queryPlanned(sql`
      select readings from workflow_versions where environment_id = ${environment.id} order by workflow_id`);
  const before = await readings();
  const migration = new URL("../migrations/0045_readings_of_machine_failures.sql", import.meta.url);
  await service.database.queryPlanned(sql`${raw(readFileSync(migration, "utf8"))}`);
  expect(await readings()).toEqual(before);
});

test("saving an unchanged definition reads a text with an error again, and makes no version", async () => {
  const environment = await service.newEnvironment();
  const steps = [inApp("{{ subscriber.firstName }}")];
  await environment.given.workflow("news", steps);
  await storeOldError(environment, "reading it the thread did not start");
  const saved = await environment.put("/v2/workflows/news", { name: "news", steps });
  expect([saved.status, saved.body.status]).toEqual([200, "ACTIVE"]);
  expect(await stateOf(environment)).toEqual(["ACTIVE", 1]);
});
