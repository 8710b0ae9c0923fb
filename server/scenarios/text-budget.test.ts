import { afterAll, expect, test } from "vitest";
import { createTemplates, type Templates } from "../src/templates/templates.ts";
import { driveByHand } from "../testing/model/hand-driven-engine.ts";
import { PATIENCE_MS } from "../testing/patience.ts";
import { inApp } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

const service = await useTestService({ role: "api" });

/** What the texts of each step cost their run, in processor time, whatever the machine. */
const COST_MS = 700;
const templates = createTemplates({ maxWaitMs: PATIENCE_MS });
const costly: Templates = {
  ...templates,
  render: (tasks, limits) => {
    for (const budget of new Set(tasks.map((task) => task.budget))) if (budget) budget.leftMs -= COST_MS;
    return templates.render(tasks, limits);
  },
};
const engine = driveByHand(service, { templates: costly });
afterAll(() => engine.close());

test("the texts of one run share 2 s of processor time: those after it fail with a reason", async () => {
  const environment = await service.newEnvironment("test");
  const text = (n: number) => ({
    ...inApp(`${n} {{ payload.a | upcase }}`),
    stepId: `step${n}`,
    name: `Step ${n}`,
  });
  await environment.given.workflow("costly", [1, 2, 3, 4].map(text));
  await environment.trigger("costly", "ada", { payload: { a: "hello" } });
  await engine.work(environment.id, { lanes: 1, crashAt: undefined });
  const { body } = await environment.get("/v1/notifications");
  const { jobs } = body.data[0];
  expect(jobs.map(({ status }: any) => status)).toEqual(["completed", "completed", "failed", "failed"]);
  for (const { executionDetails } of jobs.slice(2)) {
    expect(executionDetails.at(-1).raw).toContain("used up their processor time");
  }
});
