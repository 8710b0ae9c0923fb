import { afterAll, expect, test } from "vitest";
import { PATIENCE_MS } from "../../testing/patience.ts";
import { AppError } from "../foundation/app-error.ts";
import type { JsonObject } from "../foundation/json.ts";
import { MachineFailure } from "../sandbox/machine-failure.ts";
import { createSandbox, type Sandbox } from "../sandbox/sandbox.ts";
import { createPayloadChecks } from "./payload-checks.ts";
import { needUsableSchema } from "./usable-schema.ts";
import type { Workflow } from "./workflow.ts";

const sandbox = createSandbox({ budgetMs: 200, maxWaitMs: PATIENCE_MS });
let runs = 0;
const run: Sandbox["run"] = (environmentId, task) => {
  runs += 1;
  return sandbox.run(environmentId, task);
};
const checks = createPayloadChecks({ run });
afterAll(() => sandbox.close());

const workflow = (payloadSchema: JsonObject, version = 1, validatePayload = true) =>
  ({ id: "w", version, definition: { validatePayload, payloadSchema } }) as unknown as Workflow;

test("without validation, the payload is returned unchanged at once", () => {
  const payload = { a: 1 };
  expect(checks.known(workflow({ type: "string" }, 1, false), payload)).toBe(payload);
});

test("a result is known after the check, only for the checked version", async () => {
  const [first, second] = [workflow({ required: ["a"] }), workflow({ required: ["b"] }, 2)];
  const payload = { a: 1 };
  expect(checks.known(first, payload)).toBeUndefined();
  await checks.check("e", first, payload);
  expect(checks.known(first, payload)).toBe(payload);
  expect(checks.known(second, payload)).toBeUndefined();
  await checks.check("e", second, payload);
  expect(checks.known(second, payload)).toMatchObject({
    code: "bad_request",
    message: "Payload validation failed: b: must have required property 'b'",
  });
});

test("a payload whose check uses up its budget is refused, and the next time without a check", async () => {
  const nested = {
    $defs: Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`d${n}`, doubled(n)])),
    $ref: "#/$defs/d0",
  };
  const slow = workflow(nested as JsonObject, 7);
  const [one, again] = [{ n: 1 }, { n: 1 }];
  await checks.check("e", slow, one);
  const before = runs;
  await checks.check("e", slow, again);
  expect(runs).toBe(before);
  for (const payload of [one, again]) {
    expect(checks.known(slow, payload)).toBeInstanceOf(AppError);
    expect(checks.known(slow, payload)).toMatchObject({
      code: "bad_request",
      message: expect.stringContaining("could not be checked"),
    });
  }
  expect(checks.known(slow, one)).toMatchObject({
    message: expect.stringMatching(/the check used \d+ ms of processor time; the limit is 400 ms$/),
  });
});

test("where the machine does not check, that is no result: the check and the schema's test fail", async () => {
  const failure = new MachineFailure("guard", "the thread got 3 ms of processor time in 20 s");
  const failing = createPayloadChecks({ run: () => Promise.reject(failure) });
  const payload = { a: 1 };
  await expect(failing.check("e", workflow({ required: ["a"] }), payload)).rejects.toBe(failure);
  expect(failing.known(workflow({ required: ["a"] }), payload)).toBeUndefined();
  await expect(needUsableSchema(failing, "e", { type: "object" })).rejects.toBe(failure);
});

/** Each definition refers to the next one twice: 2^33 checks. */
const doubled = (n: number) =>
  n === 32 ? {} : { allOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] };

test.each([
  ["is too large", { description: "a".repeat(100_001) }, "the limit is 100000"],
  ["is no schema", { type: "nothing" }, "cannot be used"],
  [
    "has ids that lead to each other",
    { properties: { p: { $id: "x" } } },
    '"$id" may stand at its root only',
  ],
])("a payload schema that %s is refused", async (_, schema, sentence) => {
  await expect(needUsableSchema(checks, "e", schema)).rejects.toThrow(sentence);
});
