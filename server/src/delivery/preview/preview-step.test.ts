import { afterAll, expect, test } from "vitest";
import { PATIENCE_MS } from "../../../testing/patience.ts";
import { systemTime } from "../../foundation/clock.ts";
import { createTemplates } from "../../templates/templates.ts";
import { previewStep } from "./preview-step.ts";

let readings = 0;
/** Each look at this clock is 10 s after the last one, as on a machine whose threads start slowly. */
const time = { ...systemTime, monotonicMs: () => 10_000 * readings++ };
const templates = createTemplates({ time, maxWaitMs: PATIENCE_MS });
afterAll(() => templates.close());

test("given a machine that begins late, a step is previewed nevertheless", async () => {
  const prepareMail = async () => ({ html: "", usedMs: 0 });
  const form = { type: "sms", controlValues: { body: "Hello {{ payload.name | upcase }}" } } as const;
  const result = await previewStep({ templates, prepareMail, time }, form, {
    environmentId: "e",
    scope: { payload: { name: "Ada" } },
  });
  expect(result).toEqual({ type: "sms", preview: { body: "Hello ADA" } });
});
