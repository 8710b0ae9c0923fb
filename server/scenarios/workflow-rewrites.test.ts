import { expect, test } from "vitest";
import { chat, custom, delay, digest, email, inApp, push, sms, throttle } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

const service = await useTestService();

/** What an editor sends: the workflow as it was read. */
function replacementOf({ steps, preferences, ...workflow }: any) {
  const { name, description, tags, severity, validatePayload, payloadSchema, isTranslationEnabled } =
    workflow;
  return {
    ...{ name, description, tags, severity, validatePayload, payloadSchema, isTranslationEnabled },
    preferences: { user: preferences.user, workflow: preferences.default },
    steps: steps.map(({ controls, _id, stepId, name: stepName, type, ...step }: any) => {
      const { filters, delivery, onlyIf, repeat, variants } = step;
      const options = { filters, delivery, onlyIf, repeat, variants };
      return { _id, stepId, name: stepName, type, controlValues: controls.values, ...options };
    }),
  };
}

const read = async (environment: TestEnvironment) => (await environment.get("/v2/workflows/all")).body;

const MATCHES = [
  {
    isNegated: false,
    type: "GROUP",
    value: "AND",
    children: [{ field: "vip", value: "true", operator: "EQUAL", on: "payload" }],
  },
];

async function everyStep(more: object): Promise<TestEnvironment> {
  const environment = await service.newEnvironment("furnished");
  const steps = [
    digest({ amount: "5", unit: "minutes", cron: null, digestKey: "order.id" }),
    inApp("Hi", { data: { a: 1 }, avatar: null }),
    { ...email("<p>Hi</p>", { subject: undefined, preheader: "Soon" }), delivery: { maxAttempts: 3 } },
    { ...sms("Hi"), onlyIf: { step: "inbox", is: "not_seen", within: { amount: 1, unit: "hours" } } },
    { ...chat("Hi"), variants: [{ name: "VIP", filters: MATCHES, controlValues: { body: "Dear" } }] },
    { ...push("Hi"), filters: MATCHES },
    delay({ amount: 2, unit: "hours" }),
    throttle({ amount: 1, unit: "hours", threshold: 2 }),
    custom({ any: "thing" }),
  ];
  await environment.given.workflow("all", steps, more);
  return environment;
}

test.each([
  ["nothing else", {}],
  ["channels off", { preferences: { workflow: { channels: { sms: { enabled: false } } } } }],
  ["channels off for all", { preferences: { user: { all: { enabled: false } }, workflow: null } }],
  ["everything else", { tags: ["a"], description: "All", severity: "high", validatePayload: true }],
])("a workflow with every type of step and %s: stored as it was read, it stays as it is", async (_, more) => {
  const environment = await everyStep(more);
  const before = await read(environment);
  const body = replacementOf(before);
  const rehearsed = await environment.put("/v2/workflows/all?dryRun=true", body);
  expect([rehearsed.status, rehearsed.body.version]).toEqual([200, 1]);
  const stored = await environment.put("/v2/workflows/all?ifVersion=1", body);
  expect([stored.status, stored.body.version]).toEqual([200, 1]);
  expect(await read(environment)).toEqual(before);
});

test("a real change of an amount, of preferences or of a text makes a new version", async () => {
  const environment = await everyStep({});
  const body = replacementOf(await read(environment));
  const changes = [
    { ...body, preferences: { user: { all: { enabled: false } }, workflow: null } },
    {
      ...body,
      steps: body.steps.with(0, { ...body.steps[0], controlValues: { amount: 6, unit: "minutes" } }),
    },
    { ...body, steps: body.steps.slice(1) },
  ];
  for (const [at, change] of changes.entries()) {
    expect((await environment.put("/v2/workflows/all", change)).body.version).toBe(at + 2);
  }
});
