import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FIELD_CLIENTS, type FieldClient } from "../testing/field-clients.ts";
import { openTestHouse, type TestHouse } from "../testing/test-house.ts";

/** Refusals, and workflows that others than the field's clients have made: those must be able to read them too. */

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse({ brand: "novu" });
});
afterAll(() => house.close());

const UNKNOWN = "0123456789abcdef01234567";
const step = (type: string, controlValues?: object | null) => ({ name: type, type, controlValues });
const workflow = (workflowId: string, steps: object[]) => ({ name: "News", workflowId, active: true, steps });
const inbox = step("in_app", { body: "x" });
const credentials = { deviceTokens: ["t"] };

/** What is asked for, the status it gets, and (for 422) the field that is named. */
const REFUSALS: [what: string, status: number, field: string | undefined, (novu: any) => Promise<unknown>][] =
  [
    ["an unknown subscriber", 404, undefined, (novu) => novu.subscribers.retrieve("x")],
    ["changing one", 404, undefined, (novu) => novu.subscribers.patch({ firstName: "x" }, "x")],
    ["deleting one", 404, undefined, (novu) => novu.subscribers.delete("x")],
    [
      "its credentials",
      404,
      undefined,
      (novu) => novu.subscribers.credentials.update({ providerId: "push-webhook", credentials }, "x"),
    ],
    ["an unknown integration", 404, undefined, (novu) => novu.integrations.delete(UNKNOWN)],
    ["changing one", 404, undefined, (novu) => novu.integrations.update({ name: "x" }, UNKNOWN)],
    ["making it primary", 404, undefined, (novu) => novu.integrations.setAsPrimary(UNKNOWN)],
    ["an unknown workflow", 404, undefined, (novu) => novu.workflows.get("unknown")],
    ["changing one", 404, undefined, (novu) => novu.workflows.patch({ active: true }, "unknown")],
    ["deleting one", 404, undefined, (novu) => novu.workflows.delete("unknown")],
    ["its step", 404, undefined, (novu) => novu.workflows.steps.retrieve("unknown", "inbox")],
    ["an unknown notification", 404, undefined, (novu) => novu.notifications.retrieve(UNKNOWN)],
    ["an unknown message", 404, undefined, (novu) => novu.messages.delete(UNKNOWN)],
    ["an unknown transaction", 404, undefined, (novu) => novu.messages.deleteByTransactionId("unknown")],
    ["a stranger's messages", 404, undefined, (novu) => novu.messages.retrieve({ subscriberId: "x" })],
    ["an unknown step", 400, undefined, (novu) => novu.workflows.steps.retrieve("welcome", "unknown")],
    ["too many messages", 400, undefined, (novu) => novu.messages.retrieve({ limit: 1001 })],
    ["two cursors", 400, undefined, (novu) => novu.subscribers.search({ after: UNKNOWN, before: UNKNOWN })],
    ["no change", 400, undefined, (novu) => novu.integrations.update({}, "inbox")],
    ["a primary inbox", 400, undefined, (novu) => novu.integrations.setAsPrimary("inbox")],
    ["a date that is none", 400, undefined, (novu) => novu.notifications.list({ after: "yesterday" })],
    [
      "a type not yet run",
      400,
      undefined,
      (novu) => novu.workflows.create(workflow("n", [step("custom", {})])),
    ],
    [
      "an identifier that is taken",
      409,
      undefined,
      (novu) =>
        novu.integrations.create({ providerId: "chat-webhook", channel: "chat", identifier: "inbox" }),
    ],
    ["an unknown trigger", 422, "name", (novu) => novu.trigger({ workflowId: "unknown", to: "ada" })],
    ["nobody as recipient", 422, "to", (novu) => novu.trigger({ workflowId: "welcome", to: [] })],
    [
      "a topic",
      422,
      "to",
      (novu) => novu.trigger({ workflowId: "welcome", to: { type: "Topic", topicKey: "t" } }),
    ],
    [
      "a bulk of 101",
      422,
      "events",
      (novu) => novu.triggerBulk({ events: Array(101).fill({ workflowId: "welcome", to: "ada" }) }),
    ],
    ["an unknown broadcast", 422, "name", (novu) => novu.triggerBroadcast({ name: "unknown", payload: {} })],
    ["an id that is none", 422, "notificationId", (novu) => novu.notifications.retrieve("x")],
    ["a message id that is none", 422, "messageId", (novu) => novu.messages.delete("x")],
    ["a limit too high", 422, "limit", (novu) => novu.subscribers.search({ limit: 101 })],
    ["a negative page", 422, "page", (novu) => novu.messages.retrieve({ page: -1 })],
    [
      "a subscriberId with a space",
      422,
      "subscriberId",
      (novu) => novu.subscribers.create({ subscriberId: "a b" }),
    ],
    [
      "a workflowId in capitals",
      422,
      "workflowId",
      (novu) => novu.workflows.create(workflow("NEWS", [inbox])),
    ],
    [
      "a provider not yet there",
      422,
      "providerId",
      (novu) => novu.integrations.create({ providerId: "sendgrid", channel: "email" }),
    ],
  ];

describe.each(FIELD_CLIENTS)("the field's client $version", ({ open, errors }: FieldClient) => {
  test("gets every refusal as the typed error of its status", async () => {
    const environment = await house.newEnvironment();
    const novu = open(house, environment);
    const told = await Promise.all(
      REFUSALS.map(async ([what, , field, call]) => {
        const error: any = await call(novu).then(
          () => ({}),
          (thrown) => thrown,
        );
        const isTyped =
          error instanceof (error.statusCode === 422 ? errors.ValidationErrorDto : errors.ErrorDto);
        return [
          what,
          error.statusCode,
          field && error.errors ? (field in error.errors ? field : Object.keys(error.errors)) : undefined,
          isTyped ? "typed" : `${error.name}: ${error.message}`,
        ];
      }),
    );
    expect(told).toEqual(REFUSALS.map(([what, status, field]) => [what, status, field, "typed"]));
    const stranger = open(house, { ...environment, apiKey: "unknown" }).subscribers.search({});
    await expect(stranger).rejects.toBeInstanceOf(errors.ErrorDto);
    await expect(stranger).rejects.toMatchObject({ statusCode: 401, message: "API Key not found" });
  });

  test("reads workflows that others made, whatever is wrong with them", async () => {
    const environment = await house.newEnvironment();
    const novu = open(house, environment);
    const odd = {
      inbox: step("in_app", {
        body: "{{ nothing.known }}",
        subject: null,
        redirect: null,
        primaryAction: { label: "x" },
      }),
      mail: step("email", { body: "x", layoutId: null }),
      empty: step("email", null),
      text: step("sms", { body: "{{ payload.a | unheard_of }}" }),
      chat: step("chat"),
      push: step("push", { subject: "{{ unclosed" }),
      delay: step("delay", { amount: "2", unit: "days", type: null }),
      collect: step("digest", { amount: 5 }),
      never: step("digest", {}),
    };
    const steps = Object.entries(odd).map(([stepId, one]) => ({ ...one, stepId }));
    const made = await environment.post("/v2/workflows", { ...workflow("odd", steps), payloadSchema: null });
    expect([made.status, made.body.status]).toEqual([201, "ERROR"]);
    const read = (await novu.workflows.get("odd")).result;
    expect(read.steps.map((one: any) => one.stepId)).toEqual(Object.keys(odd));
    for (const [index, stepId] of Object.keys(odd).entries()) {
      const { result } = await novu.workflows.steps.retrieve("odd", stepId);
      expect(result.id).toBe(made.body.steps[index]._id);
      expect(Object.keys(result.issues ?? {})).toEqual(Object.keys(made.body.steps[index].issues ?? {}));
      console.log(
        stepId,
        JSON.stringify(result.controlValues),
        JSON.stringify(result.issues),
        JSON.stringify(read.steps[index].controls.values),
        JSON.stringify(read.steps[index].controlValues),
      );
    }
    const listed = (await novu.workflows.list({ status: ["ERROR"] })).result;
    expect(listed.workflows).toMatchObject([{ workflowId: "odd", status: "ERROR" }]);
    const transactionId = (await novu.trigger({ workflowId: "odd", to: "ada" })).result.transactionId;
    await new Promise((r) => setTimeout(r, 500));
    const nots = (await novu.notifications.list({ transactionId })).result.data;
    console.log(JSON.stringify(nots[0]?.jobs, null, 1).slice(0, 6000));
    await novu.messages.retrieve({ transactionId: [transactionId] });
  });
});
