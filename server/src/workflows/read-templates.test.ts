import { expect, test } from "vitest";
import { inspectInThread } from "../../testing/inspect-in-thread.ts";
import { systemTime } from "../foundation/clock.ts";
import { type StepId, stepKeyOf } from "../foundation/ids.ts";
import { MachineFailure } from "../sandbox/machine-failure.ts";
import { createInspectTexts, type InspectTexts } from "../templates/inspect-texts.ts";
import { readTemplates } from "./read-templates.ts";
import { reviewSteps } from "./review.ts";
import type { Step, Workflow } from "./workflow.ts";

const mail = (controlValues: Step["controlValues"], more: Partial<Step> = {}): Step => ({
  id: "m" as StepId,
  stepKey: stepKeyOf("mail"),
  name: "Mail",
  type: "email",
  controlValues,
  ...more,
});

/** Inspects texts and records them. */
function watchedInspection(): { inspectTexts: InspectTexts; given: string[] } {
  const given: string[] = [];
  const inspect = inspectInThread;
  return {
    given,
    inspectTexts: (environmentId, texts) => {
      given.push(...texts);
      return inspect(environmentId, texts);
    },
  };
}

const HELLO = "Hello {{ subscriber.firstName }}";
const steps = [
  mail({ subject: HELLO, body: "{{ payload.a }}{{ payload.b }}", other: "{{ nobody.reads.it }}" }),
  mail({ subject: HELLO }, { variants: [{ id: "v", filters: [], controlValues: { body: "{{ open" } }] }),
];

test("every template has a reading, and a text used several times is inspected once", async () => {
  const { inspectTexts, given } = watchedInspection();
  expect(await readTemplates(inspectTexts, "e", steps)).toEqual([
    [
      { path: "subject", variables: ["subscriber.firstName"] },
      { path: "body", variables: ["payload.a", "payload.b"] },
    ],
    [
      { path: "subject", variables: ["subscriber.firstName"] },
      { path: "variants.0.body", variables: [], error: expect.stringContaining("not closed") },
    ],
  ]);
  expect(given).toEqual([HELLO, "{{ payload.a }}{{ payload.b }}", "{{ open"]);
});

test("texts of the previous version are inspected again only if they had an error", async () => {
  const first = watchedInspection();
  const readings = await readTemplates(first.inspectTexts, "e", steps);
  const previous = { definition: { steps }, readings } as unknown as Workflow;
  const second = watchedInspection();
  const changed = [mail({ subject: "{{ payload.new }}" }), ...steps];
  expect((await readTemplates(second.inspectTexts, "e", changed, previous)).slice(1)).toEqual(readings);
  expect(second.given).toEqual(["{{ payload.new }}", "{{ open"]);
});

test("a text whose inspection uses up its budget is an issue of its control", async () => {
  const inspectTexts: InspectTexts = async (_, texts) =>
    texts.map(() => ({
      variables: [],
      error: "reading it used 512 ms of processor time; the limit is 500 ms",
    }));
  const [only] = [mail({ subject: HELLO })];
  const readings = await readTemplates(inspectTexts, "e", [only as Step]);
  const [review] = reviewSteps({ steps: [only as Step] }, readings, [{ channel: "email", isActive: true }]);
  expect(review?.issues?.controls?.subject).toEqual([
    expect.objectContaining({
      message:
        "The text cannot be read as Liquid: reading it used 512 ms of processor time; the limit is 500 ms",
    }),
  ]);
});

test("where the machine does not inspect a text, that is no reading: reading the templates fails", async () => {
  const failure = new MachineFailure("not_started", "no thread has started yet");
  const inspectTexts = createInspectTexts({ run: () => Promise.reject(failure) }, systemTime);
  await expect(readTemplates(inspectTexts, "e", steps)).rejects.toBe(failure);
});

test("a liquid tag inside a liquid tag is an issue", async () => {
  const nested = [mail({ subject: "{% liquid\nliquid echo 1 %}" })];
  const readings = await readTemplates(inspectInThread, "e", nested);
  const [review] = reviewSteps({ steps: nested }, readings, [{ channel: "email", isActive: true }]);
  expect(review?.issues?.controls?.subject).toHaveLength(1);
});

test("a step with thousands of invalid texts has a hundred issues", async () => {
  const values = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`v${index}`, "{{ wrong }}"]));
  const custom: Step[] = [mail(values, { type: "custom" })];
  const readings = await readTemplates(inspectInThread, "e", custom);
  const [review] = reviewSteps({ steps: custom }, readings, []);
  expect(Object.keys(review?.issues?.controls ?? {})).toHaveLength(100);
});
