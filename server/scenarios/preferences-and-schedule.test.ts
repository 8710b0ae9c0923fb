import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { openTestHouse, type TestHouse } from "../testing/test-house.ts";
import { detailsOf, email, inbox, makeWorkflow, statusesOf } from "../testing/workflows.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const ada = { subscriberId: "ada", email: "ada@example.com", timezone: "Europe/Amsterdam" };
const PREFERENCES = "/v2/subscribers/ada/preferences";
const CLOSED = { isEnabled: true, weeklySchedule: {} };

async function run(environment: TestEnvironment, workflowId: string): Promise<any> {
  return (await environment.finished(await environment.trigger(workflowId, ada)))[0];
}

async function prefer(environment: TestEnvironment, preference: object): Promise<void> {
  await environment.post("/v2/subscribers", ada);
  const { status, body } = await environment.patch(PREFERENCES, preference);
  if (status !== 200) throw new Error(JSON.stringify(body));
}

test("a channel the subscriber switched off is left out, and the detail names who decided", async () => {
  const environment = await house.newEnvironment();
  await makeWorkflow(environment, "news", [inbox("x"), email("y")]);
  await prefer(environment, { channels: { email: false } });
  const ofAll = await run(environment, "news");
  expect(statusesOf(ofAll)).toEqual(["completed", "canceled"]);
  expect(detailsOf(ofAll.jobs[1])).toContain("Step filtered by subscriber global preferences");
  await prefer(environment, { workflowId: "news", channels: { email: true, in_app: false } });
  const ofWorkflow = await run(environment, "news");
  expect(statusesOf(ofWorkflow)).toEqual(["canceled", "completed"]);
  expect(detailsOf(ofWorkflow.jobs[0])).toContain("Step filtered by subscriber workflow preferences");
});

test("a workflow may switch a channel off by default, and the subscriber on again", async () => {
  const environment = await house.newEnvironment();
  const preferences = { user: { all: { enabled: true }, channels: { email: { enabled: false } } } };
  await makeWorkflow(environment, "quiet", [inbox("x"), email("y")], { preferences });
  const before = await run(environment, "quiet");
  expect(statusesOf(before)).toEqual(["completed", "canceled"]);
  expect(detailsOf(before.jobs[1])).toContain("Step filtered by user preferences");
  await prefer(environment, { workflowId: "quiet", channels: { email: true } });
  expect(statusesOf(await run(environment, "quiet"))).toEqual(["completed", "completed"]);
});

test("a critical workflow asks neither preferences nor the schedule", async () => {
  const environment = await house.newEnvironment();
  const preferences = { user: { all: { enabled: true, readOnly: true } } };
  await makeWorkflow(environment, "alarm", [inbox("x"), email("y")], { preferences });
  await prefer(environment, { channels: { email: false, in_app: false }, schedule: CLOSED });
  const alarm = await run(environment, "alarm");
  expect(statusesOf(alarm)).toEqual(["completed", "completed"]);
  expect(alarm.critical).toBe(true);
});

test("in quiet hours the inbox is filled and the mail is not sent", async () => {
  const environment = await house.newEnvironment();
  await makeWorkflow(environment, "night", [inbox("x"), email("y")]);
  await prefer(environment, { schedule: CLOSED });
  const night = await run(environment, "night");
  expect(statusesOf(night)).toEqual(["completed", "canceled"]);
  expect(detailsOf(night.jobs[1])).toContain(
    "The step was skipped as it fell outside the subscriber's schedule",
  );
});

test("a delay that ends in quiet hours goes on until the schedule opens, and counts that", async () => {
  const environment = await house.newEnvironment();
  const wait = {
    name: "Wait",
    stepId: "wait",
    type: "delay",
    controlValues: { amount: 1, unit: "seconds", extendToSchedule: true },
  };
  await makeWorkflow(environment, "later", [wait, email("y")]);
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toLocaleDateString("en-US", {
    weekday: "long",
    timeZone: "Europe/Amsterdam",
  });
  const opensThen = {
    [inTwoDays.toLowerCase()]: { isEnabled: true, hours: [{ start: "09:00 AM", end: "05:00 PM" }] },
  };
  await prefer(environment, { schedule: { isEnabled: true, weeklySchedule: opensThen } });
  const id = await environment.trigger("later", ada);
  const path = `/v1/notifications?transactionId=${id}`;
  const page = await environment.until(path, ({ data }) => data[0]?.jobs[0]?.scheduleExtensionsCount === 1);
  const [delay] = page.data[0].jobs;
  expect(delay.status).toBe("delayed");
  const last = delay.executionDetails.at(-1);
  expect(last.detail).toBe("Step was extended to the next available time in the subscriber schedule");
  const until = new Date(JSON.parse(last.raw).untilDate);
  expect(until.toLocaleTimeString("en-GB", { timeZone: "Europe/Amsterdam" })).toBe("09:00:00");
});
