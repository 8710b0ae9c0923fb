import { describe, expect, test } from "vitest";
import { NOVU_CLIENTS, type NovuClient } from "../testing/novu-clients.ts";
import { useTestService } from "../testing/test-service.ts";

/** Errors, and faulty workflows of another client: Novu's own clients must be able to read both. */

const service = await useTestService({ brand: "novu" });

const UNKNOWN = "0123456789abcdef01234567";
const tokens = { providerId: "push-webhook", credentials: { deviceTokens: ["t"] } };
const step = (type: string, controlValues?: object | null) => ({ name: type, type, controlValues });
const workflow = (workflowId: string, steps: object[]) => ({ name: "News", workflowId, active: true, steps });
const welcome = (to: unknown) => ({ workflowId: "welcome", to, payload: {} });

type Refusal = {
  type: keyof NovuClient["errors"];
  status: number;
  calls: Record<string, (novu: any) => any>;
};

/** Calls by the error they get; the name of a 422 begins with the refused field. */
const REFUSALS: Refusal[] = [
  {
    status: 404,
    type: "ErrorDto",
    calls: {
      "reading a subscriber": (novu) => novu.subscribers.retrieve("x"),
      "changing a subscriber": (novu) => novu.subscribers.patch({ firstName: "x" }, "x"),
      "deleting a subscriber": (novu) => novu.subscribers.delete("x"),
      "setting credentials": (novu) => novu.subscribers.credentials.update(tokens, "x"),
      "appending credentials": (novu) => novu.subscribers.credentials.append(tokens, "x"),
      "deleting credentials": (novu) => novu.subscribers.credentials.delete("x", "push-webhook"),
      "deleting an integration": (novu) => novu.integrations.delete(UNKNOWN),
      "reading a workflow": (novu) => novu.workflows.get("unknown"),
      "replacing a workflow": (novu) =>
        novu.workflows.update({ ...workflow("n", []), preferences: {}, origin: "external" }, "n"),
      "changing a workflow": (novu) => novu.workflows.patch({ active: true }, "unknown"),
      "deleting a workflow": (novu) => novu.workflows.delete("unknown"),
      "reading a step of an unknown workflow": (novu) => novu.workflows.steps.retrieve("unknown", "inbox"),
      "reading a notification": (novu) => novu.notifications.retrieve(UNKNOWN),
      "deleting a message": (novu) => novu.messages.delete(UNKNOWN),
      "deleting a transaction's messages": (novu) => novu.messages.deleteByTransactionId("unknown"),
      "listing an unknown subscriber's messages": (novu) => novu.messages.retrieve({ subscriberId: "x" }),
    },
  },
  {
    // For these two operations the clients expect no 404 with a body.
    status: 404,
    type: "SDKError",
    calls: {
      "changing an integration": (novu) => novu.integrations.update({ name: "x" }, UNKNOWN),
      "making an integration primary": (novu) => novu.integrations.setAsPrimary(UNKNOWN),
    },
  },
  {
    status: 400,
    type: "ErrorDto",
    calls: {
      "an unknown step": (novu) => novu.workflows.steps.retrieve("welcome", "unknown"),
      "too many messages": (novu) => novu.messages.retrieve({ limit: 1001 }),
      "two cursors": (novu) => novu.subscribers.search({ after: UNKNOWN, before: UNKNOWN }),
      "no change": (novu) => novu.integrations.update({}, "inbox"),
      "a primary inbox": (novu) => novu.integrations.setAsPrimary("inbox"),
    },
  },
  {
    status: 409,
    type: "ErrorDto",
    calls: {
      "an identifier that is taken": (novu) =>
        novu.integrations.create({ providerId: "chat-webhook", channel: "chat", identifier: "inbox" }),
    },
  },
  {
    status: 422,
    type: "ValidationErrorDto",
    calls: {
      "name: unknown workflow": (novu) => novu.trigger({ ...welcome("ada"), workflowId: "unknown" }),
      "name: unknown workflow for a broadcast": (novu) =>
        novu.triggerBroadcast({ name: "unknown", payload: {} }),
      "to: no recipient": (novu) => novu.trigger(welcome([])),
      "events: more than a hundred": (novu) => novu.triggerBulk({ events: Array(101).fill(welcome("ada")) }),
      "notificationId: not an id": (novu) => novu.notifications.retrieve("x"),
      "messageId: not an id": (novu) => novu.messages.delete("x"),
      "integrationId: not an id": (novu) => novu.integrations.update({ name: "x" }, "x"),
      "integrationId: not an id, for the primary one": (novu) => novu.integrations.setAsPrimary("x"),
      "after: not a date": (novu) => novu.notifications.list({ after: "yesterday" }),
      "limit: too high": (novu) => novu.subscribers.search({ limit: 101 }),
      "page: negative": (novu) => novu.messages.retrieve({ page: -1 }),
      "subscriberId: two lines": (novu) => novu.subscribers.create({ subscriberId: "a\nb" }),
      "workflowId: with a space": (novu) => novu.workflows.create(workflow("the news", [])),
      "providerId: unknown": (novu) => novu.integrations.create({ providerId: "unknown", channel: "sms" }),
      "providerId: of another channel": (novu) =>
        novu.integrations.create({ providerId: "maqsam", channel: "push" }),
    },
  },
];

describe.each(NOVU_CLIENTS)("@novu/api $version", ({ open, errors }: NovuClient) => {
  test.each(REFUSALS)("errors: status $status is thrown as $type", async ({ status, type, calls }) => {
    const novu = open(service, await service.newEnvironment());
    for (const [what, call] of Object.entries(calls)) {
      const error: any = await call(novu).catch((thrown: unknown) => thrown);
      expect([what, error?.statusCode, error?.message]).toEqual([what, status, expect.any(String)]);
      expect(error, what).toBeInstanceOf(errors[type]);
      const [field] = what.split(":") as [string];
      const refused = expect.objectContaining({ messages: [expect.any(String)] });
      const errorsByField = status === 422 ? expect.objectContaining({ [field]: refused }) : undefined;
      expect(error.errors, what).toEqual(errorsByField);
    }
  });

  test("errors: an unknown API key is thrown as ErrorDto with status 401", async () => {
    const environment = await service.newEnvironment();
    const refused = open(service, { ...environment, apiKey: "unknown" }).subscribers.search({});
    await expect(refused).rejects.toBeInstanceOf(errors.ErrorDto);
    await expect(refused).rejects.toMatchObject({ statusCode: 401, message: "API Key not found" });
  });

  test("workflows: reads one with every kind of issue, and the notification it gives", async () => {
    const environment = await service.newEnvironment();
    const novu = open(service, environment);
    const odd = {
      inbox: step("in_app", { body: "{{ nothing.known }}", subject: null, redirect: null }),
      mail: step("email", { body: "x", layoutId: null }),
      empty: step("email", null),
      text: step("sms", { body: "{{ payload.a | unheard_of }}" }),
      chat: step("chat"),
      push: step("push", { subject: "{{ unclosed" }),
      wait: step("delay", { amount: "2", unit: "days", type: null }),
      collect: step("digest", { amount: 5 }),
      never: step("digest", {}),
    };
    const steps = Object.entries(odd).map(([stepId, one]) => ({ ...one, stepId }));
    const made = await environment.post("/v2/workflows", { ...workflow("odd", steps), payloadSchema: null });
    expect(made.status).toBe(201);
    const read = (await novu.workflows.get("odd")).result;
    expect(read).toMatchObject({ id: made.body._id, status: "ERROR" });
    const faults = await Promise.all(
      read.steps.map(async ({ stepId, id }: any) => {
        const read = (await novu.workflows.steps.retrieve("odd", stepId)).result;
        expect(read).toMatchObject({ stepId, id, type: odd[stepId as keyof typeof odd].type });
        const found = Object.entries({ ...read.issues?.controls, ...read.issues?.integration });
        return [stepId, ...found.map(([field, [{ issueType }]]: any) => `${field}: ${issueType}`)];
      }),
    );
    expect(faults).toEqual([
      ["inbox", "body: ILLEGAL_VARIABLE_IN_CONTROL_VALUE"],
      ["mail", "subject: MISSING_VALUE"],
      ["empty", "subject: MISSING_VALUE"],
      ["text", "body: INVALID_FILTER_ARG_IN_VARIABLE", "sms: MISSING_INTEGRATION"],
      ["chat", "body: MISSING_VALUE", "chat: MISSING_INTEGRATION"],
      [
        "push",
        "body: MISSING_VALUE",
        "subject: ILLEGAL_VARIABLE_IN_CONTROL_VALUE",
        "push: MISSING_INTEGRATION",
      ],
      ["wait"],
      ["collect", "unit: MISSING_VALUE"],
      ["never", "amount: MISSING_VALUE", "unit: MISSING_VALUE"],
    ]);
    expect(read.steps[6].controls.values).toMatchObject({ amount: 2, unit: "days" });
    const listed = (await novu.workflows.list({ status: ["ERROR"] })).result;
    expect(listed.workflows).toMatchObject([
      { workflowId: "odd", steps: faults.map(([, ...found]) => (found.length > 0 ? { issues: {} } : {})) },
    ]);

    const { transactionId } = (await novu.trigger({ workflowId: "odd", to: "ada" })).result;
    const path = `/v1/notifications?transactionId=${transactionId}`;
    await environment.until(path, ({ data }) => data[0]?.jobs[6]?.status === "delayed");
    const [{ jobs }] = (await novu.notifications.list({ transactionId })).result.data;
    const ends = jobs.map(({ status }: any) => status);
    expect(ends).toEqual([...Array(6).fill("failed"), "delayed", "pending", "pending"]);
    expect(jobs[6].digest).toEqual({ type: "regular", amount: 2, unit: "days" });
  });
});
