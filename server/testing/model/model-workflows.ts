import { FLAKY } from "./hand-driven-engine.ts";
import type { ModelStep } from "./reference-model.ts";

/** The workflows on which the model and the engine run. */
export const MODEL_WORKFLOWS = {
  now: [{ type: "in_app" }],
  later: [{ type: "delay", minutes: 10 }, { type: "in_app" }],
  digest: [{ type: "digest", minutes: 30, isKeyed: true }, { type: "in_app" }],
  twice: [
    { type: "digest", minutes: 10, isKeyed: true },
    { type: "digest", minutes: 25, isKeyed: false },
    { type: "in_app" },
  ],
  limited: [{ type: "throttle", minutes: 30, threshold: 2 }, { type: "in_app" }],
  mail: [{ type: "email" }, { type: "delay", minutes: 5 }, { type: "in_app" }],
  beside: [
    { type: "email", isFlaky: true },
    { type: "in_app" },
    { type: "delay", minutes: 2 },
    { type: "email", unlessDelivered: 0 },
    { type: "in_app" },
  ],
  digested: [
    { type: "email", isFlaky: true },
    { type: "digest", minutes: 2, isKeyed: true },
    { type: "in_app" },
  ],
} as const satisfies Record<string, readonly ModelStep[]>;
export const WORKFLOW_NAMES = Object.keys(MODEL_WORKFLOWS) as (keyof typeof MODEL_WORKFLOWS)[];

/** A step as the API takes it. */
export const wireStep = (step: ModelStep, index: number) => {
  const controlValues =
    step.type === "in_app" || step.type === "email"
      ? { subject: step.type === "email" && step.isFlaky ? FLAKY : "s", body: "b" }
      : {
          amount: step.minutes,
          unit: "minutes",
          ...(step.type === "throttle" ? { threshold: step.threshold } : {}),
          ...(step.type === "digest" && step.isKeyed ? { digestKey: "key" } : {}),
        };
  const earlier = step.type === "email" ? step.unlessDelivered : undefined;
  const onlyIf = earlier === undefined ? {} : { onlyIf: { step: `step-${earlier}`, is: "not_delivered" } };
  return { name: `Step ${index}`, stepId: `step-${index}`, type: step.type, controlValues, ...onlyIf };
};
