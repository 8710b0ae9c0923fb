import fc from "fast-check";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { differences, mailDifferences } from "../testing/model/compare.ts";
import { driveByHand, type HandDrivenEngine } from "../testing/model/hand-driven-engine.ts";
import { type Action, ModelRunner } from "../testing/model/model-run.ts";
import { MODEL_WORKFLOWS } from "../testing/model/model-workflows.ts";
import type { ModelRun, ModelStep } from "../testing/model/reference-model.ts";
import { PATIENCE_MS } from "../testing/patience.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

/** `npm run test:model` runs 1,000 with a random seed; `MODEL_RUNS=1000 TIDINGS_TEST_SEED=…` repeats one. */
const RUNS = Number(process.env.MODEL_RUNS ?? 12);
const COMMANDS = 50;

let service: TestService;
let engine: HandDrivenEngine;
beforeAll(async () => {
  service = await startTestService({ role: "api" });
  engine = driveByHand(service);
});
afterAll(async () => {
  await engine.close();
  await service.close();
});

const how = {
  lanes: fc.integer({ min: 1, max: 2 }),
  crashAt: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined, freq: 2 }),
};
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("trigger" as const),
      // Digests are where runs interact: more of them, on few keys.
      workflow: fc.constantFrom(0, 1, 2, 2, 2, 3, 3, 4, 5, 6, 6, 7),
      to: fc.array(fc.nat(2), { minLength: 1, maxLength: 3 }),
      key: fc.constantFrom(0, 0, 0, 1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("repeat" as const), which: fc.nat(60) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("cancel" as const), which: fc.nat(8) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cancelOpener" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("prefer" as const), subscriber: fc.nat(2) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("rate" as const), perDay: fc.constantFrom(1, 2, 5, undefined) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("work" as const), ...how }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("tick" as const),
      minutes: fc.constantFrom(1, 1, 2, 3, 5, 8, 35),
      ...how,
    }),
  },
);

async function differencesAfter(actions: readonly Action[]): Promise<string[]> {
  const runner = new ModelRunner(service, engine, await service.newEnvironment("test"));
  await runner.prepare();
  engine.mails.clear();
  for (const one of actions) await runner.act(one);
  await runner.setRate(undefined);
  // Long enough for every wait, in many ticks, so that refused messages are retried. An open breaker lets only three probes
  // pass in a tick, so many refused mails need more of them; a mail lives for 24 hours.
  for (let times = 0; times < 12 || (times < MAX_TICKS && (await isWaiting(runner))); times += 1)
    await runner.tick(20, { lanes: 2, crashAt: undefined });
  const mails = runner.model.runs.flatMap(sentMailsOf);
  return [
    ...(await differences(service, runner.environment.id, runner.model)),
    ...mailDifferences(engine, { sent: mails.length, withdrawn: runner.model.withdrawn }),
  ];
}

const MAX_TICKS = 48;

async function isWaiting({ environment }: ModelRunner): Promise<boolean> {
  const due = await service.database.queryPlanned(sql`
    select from jobs where environment_id = ${environment.id} and due_at is not null limit 1`);
  return due.length > 0;
}

function sentMailsOf({ workflow, messages }: ModelRun): ModelStep[] {
  const steps: readonly ModelStep[] = MODEL_WORKFLOWS[workflow as keyof typeof MODEL_WORKFLOWS];
  const ofChannels = steps.filter(({ type }) => type === "email" || type === "in_app");
  return ofChannels.filter(({ type }, index) => type === "email" && messages[index] === "sent");
}

test(
  `given any ${COMMANDS} commands and crashes, the engine ends in the state that the model expects`,
  async () => {
    const actions = fc.array(action, { minLength: COMMANDS, maxLength: COMMANDS });
    await fc.assert(
      fc.asyncProperty(actions, async (sequence) => {
        expect(await differencesAfter(sequence)).toEqual([]);
      }),
      { numRuns: RUNS, endOnFailure: RUNS > 100 },
    );
    expect(engine.crashes).toBeGreaterThan(0);
  },
  60 * PATIENCE_MS,
);
