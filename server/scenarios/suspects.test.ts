import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestHouse, type TestHouse } from "../testing/test-house.ts";
import { frozenAt, settled } from "../testing/virtual-time.ts";
import { inbox, makeWorkflow } from "../testing/workflows.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const delay = { name: "Wait", stepId: "wait", type: "delay", controlValues: { amount: 1, unit: "hours" } };

/** Waiting jobs, as they are after their worker has died so often while it had them. */
async function afterDeaths(deaths: number, count: number) {
  const environment = await frozenAt(house, "2026-01-01T00:00:00.000Z");
  await makeWorkflow(environment, "held", [delay, inbox("hello")]);
  const to = Array.from({ length: count }, (_, index) => `s${index}`);
  const transactionId = await environment.trigger("held", to);
  await settled(environment);
  await house.database.query(sql`
    update jobs set claims = ${deaths}, lease = lease + 1, due_at = now()
    where environment_id = ${environment.id} and due_at is not null`);
  return environment.finished(transactionId, count);
}

test("Given many jobs that were with a worker when it died, again and again, when they are taken up again, then none of them is given up", async () => {
  for (const deaths of [1, 2, 3, 4, 6]) {
    const notifications = await afterDeaths(deaths, 30);
    for (const { jobs } of notifications) {
      expect(jobs.map((job: any) => job.status)).toEqual(["completed", "completed"]);
    }
  }
});

test("Given a job whose worker has died each time, also when it was alone, when it is taken once more, then it is given up with a reason", async () => {
  const [notification] = await afterDeaths(7, 1);
  expect(notification.jobs.map((job: any) => job.status)).toEqual(["failed", "canceled"]);
  expect(notification.jobs[0].executionDetails.at(-1).code).toBe("step_crashed");
});
