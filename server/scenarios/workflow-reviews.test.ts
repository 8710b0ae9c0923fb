import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { statusesOf } from "../testing/job-readings.ts";
import { digest, email, inApp, throttle } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

const service = await useTestService();

type Readings = { path: string; variables: string[] }[][] | null;

/** The readings of the current version. */
async function readingsOf({ id }: TestEnvironment, identifier: string): Promise<Readings> {
  const [row] = await service.database.queryPlanned<{ readings: Readings }>(sql`
    select v.readings from workflow_versions v join workflows w on w.id = v.workflow_id and w.version = v.version
    where v.environment_id = ${id} and w.environment_id = ${id} and w.identifier = ${identifier}`);
  return row?.readings ?? null;
}

async function setReadings({ id }: TestEnvironment, identifier: string, readings: Readings): Promise<void> {
  const written = readings && JSON.stringify(readings);
  await service.database.queryPlanned(sql`
    update workflow_versions v set readings = ${written} from workflows w
    where w.id = v.workflow_id and v.environment_id = ${id} and w.identifier = ${identifier}`);
}

/** Stores control values that are refused today, as an older server could have stored them. */
async function setControls(
  { id }: TestEnvironment,
  identifier: string,
  controlValues: unknown,
): Promise<void> {
  await service.database.queryPlanned(sql`
    update workflow_versions v set readings = null,
      definition = jsonb_set(v.definition::jsonb, '{steps,0,controlValues}', ${JSON.stringify(controlValues)})
    from workflows w where w.id = v.workflow_id and v.environment_id = ${id} and w.identifier = ${identifier}`);
}

const listed = async (environment: TestEnvironment, query = "") => {
  const { status, body } = await environment.get(`/v2/workflows?orderBy=name&orderDirection=ASC${query}`);
  expect(status).toBe(200);
  return body.workflows.map((one: any) => `${one.workflowId} ${one.status}`);
};
/** Readings that belong to no text: an answer with them comes from the stored ones. */
const MARKED: Readings = [[{ path: "body", variables: ["marked"] }]];
const issuesOf = ({ steps }: any) => Object.values(steps[0].issues?.controls ?? {}).flat() as any[];

test("given a stored workflow, its texts are judged by the readings of its last write", async () => {
  const environment = await service.newEnvironment();
  await environment.given.workflow("news", [inApp("{{ payload.a }}")]);
  expect(await readingsOf(environment, "news")).toEqual([[{ path: "body", variables: ["payload.a"] }]]);
  await setReadings(environment, "news", MARKED);
  const { body } = await environment.get("/v2/workflows/news");
  expect(issuesOf(body).map(({ variableName }) => variableName)).toEqual(["marked"]);
  expect(await listed(environment)).toContain("news ERROR");
});

test("given a directive that date does not know, the step has an issue, also when it is stored again", async () => {
  const environment = await service.newEnvironment();
  const steps = [inApp("{{ payload.at | date: '%F %K' }} {{ payload.a }}")];
  const issue = {
    issueType: "INVALID_FILTER_ARG_IN_VARIABLE",
    variableName: "body",
    message: 'The filter date does not know the directive "%K" and prints it as it is',
  };
  const created = await environment.given.workflow("news", steps);
  expect([created.status, issuesOf(created)]).toEqual(["ERROR", [issue]]);
  const { body } = await environment.put("/v2/workflows/news", { name: "Again", steps });
  expect([body.status, issuesOf(body)]).toEqual(["ERROR", [issue]]);
  expect(await listed(environment)).toContain("news ERROR");
});

test("given an edit that leaves the texts as they are, they are not inspected again", async () => {
  const environment = await service.newEnvironment();
  const steps = [inApp("{{ payload.a }}")];
  await environment.given.workflow("news", steps);
  await setReadings(environment, "news", MARKED);
  await environment.patch("/v2/workflows/news", { name: "Renamed", active: false });
  expect(await readingsOf(environment, "news")).toEqual(MARKED);
  await environment.put("/v2/workflows/news", { name: "Again", steps });
  expect(await readingsOf(environment, "news")).toEqual(MARKED);
  await environment.put("/v2/workflows/news", { name: "Again", steps: [inApp("{{ payload.b }}")] });
  expect(await readingsOf(environment, "news")).toEqual([[{ path: "body", variables: ["payload.b"] }]]);
});

test("given a version without readings, reading the workflow stores them", async () => {
  const environment = await service.newEnvironment();
  await environment.given.workflow("news", [inApp("{{ payload.a }}")]);
  const readings = await readingsOf(environment, "news");
  await setReadings(environment, "news", null);
  expect(await listed(environment)).toEqual(["news ACTIVE", "welcome ACTIVE"]);
  expect(await readingsOf(environment, "news")).toEqual(readings);
  expect(await readingsOf(environment, "welcome")).toHaveLength(2);
});

test("given workflows of 15 MB together, lists have all of them, in order and by status", async () => {
  const environment = await service.newEnvironment("bare");
  const names = Array.from({ length: 16 }, (_, index) => `w${String(index).padStart(2, "0")}`);
  for (const [index, name] of names.entries()) {
    const step = { ...email(index % 2 ? "{{ wrong }}" : "{{ payload.right }}"), type: "custom" };
    const controlValues = { ...step.controlValues, more: name.repeat(300_000) };
    await environment.given.workflow(name, [{ ...step, controlValues }]);
  }
  const all = names.map((name, index) => `${name} ${index % 2 ? "ERROR" : "ACTIVE"}`);
  expect(await listed(environment)).toEqual(all);
  expect(await listed(environment, "&limit=3&offset=6")).toEqual(all.slice(6, 9));
  const failing = all.filter((one) => one.endsWith("ERROR"));
  expect(await listed(environment, "&status=ERROR")).toEqual(failing);
  expect(await listed(environment, "&status=ERROR&limit=2&offset=3")).toEqual(failing.slice(3, 5));
  const { body } = await environment.get("/v2/workflows?status=ERROR&limit=2");
  expect(body.totalCount).toBe(8);
});

test.each([
  ["a text as weekDays", { weekDays: "monday" }, "weekDays"],
  ["an object as weekDays", { weekDays: {} }, "weekDays"],
  ["a text as monthDays", { monthDays: "1" }, "monthDays"],
])("given %s, creating the workflow is refused and stores nothing", async (_, timed, name) => {
  const environment = await service.newEnvironment();
  const steps = [digest({ amount: 1, unit: "months", timed })];
  const created = await environment.post("/v2/workflows", { name: "news", workflowId: "news", steps });
  expect(created.status).toBe(422);
  expect(Object.keys(created.body.errors)).toEqual([`steps.0.controlValues.timed.${name}`]);
  expect((await environment.put("/v2/workflows/welcome", { name: "news", steps })).status).toBe(422);
  expect(await listed(environment)).toEqual(["welcome ACTIVE"]);
});

test("given an in-app step with a digest's control, the workflow can be listed", async () => {
  const environment = await service.newEnvironment();
  await environment.given.workflow("news", [inApp("x", { unit: "months", timed: { weekDays: "monday" } })]);
  expect(await listed(environment)).toEqual(["news ERROR", "welcome ACTIVE"]);
});

test("given invalid control values of an older server, the workflow is read with an issue", async () => {
  const environment = await service.newEnvironment();
  await environment.given.workflow("news", [digest({ amount: 1, unit: "months" }), inApp("x")]);
  const odd = [
    { weekDays: "monday" },
    { monthDays: {} },
    { monthDays: [{ toString: 1 }] },
    { atTime: { toString: 1 } },
    { monthlyType: "on", ordinal: { toString: 1 } },
    { cronExpression: { toString: 1 } },
  ];
  for (const timed of odd) {
    await setControls(environment, "news", { amount: 1, unit: "months", timed });
    expect(await listed(environment)).toEqual(["news ERROR", "welcome ACTIVE"]);
    const { body } = await environment.get("/v2/workflows/news");
    expect(Object.keys(body.steps[0].issues.controls)).toEqual(["timed"]);
  }
});

test.each([
  ["maxEvents", digest({ amount: 1, unit: "seconds" }), ["completed", "completed"]],
  ["threshold", throttle({ amount: 1, unit: "minutes" }), ["completed", "completed"]],
])(
  "given a %s that an older server stored as an object, the workflow runs without it",
  async (name, step, statuses) => {
    const environment = await service.newEnvironment();
    await environment.given.workflow("news", [step, inApp("x")]);
    await setControls(environment, "news", { ...step.controlValues, [name]: { toString: 1 } });
    const [notification] = await environment.finished(await environment.trigger("news", "ann"));
    expect(statusesOf(notification)).toEqual(statuses);
  },
);

test("given a workflow that cannot be reviewed, it is listed with one issue beside the others", async () => {
  const environment = await service.newEnvironment();
  await environment.given.workflow(
    "broken",
    [inApp("x"), inApp("y", {})].map((step, index) => ({ ...step, stepId: `s${index}` })),
  );
  await setControls(environment, "broken", null);
  const { body } = await environment.get("/v2/workflows?orderBy=name&orderDirection=ASC");
  expect(body.workflows.map((one: any) => [one.workflowId, one.status])).toEqual([
    ["broken", "ERROR"],
    ["welcome", "ACTIVE"],
  ]);
  expect(issuesOf(body.workflows[0])).toEqual([
    expect.objectContaining({ message: expect.stringContaining("cannot check this workflow") }),
  ]);
  expect(
    (await environment.put("/v2/workflows/broken", { name: "broken", steps: [inApp("x")] })).status,
  ).toBe(200);
  expect(await listed(environment)).toEqual(["broken ACTIVE", "welcome ACTIVE"]);
});
