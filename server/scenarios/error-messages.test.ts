import { expect, test } from "vitest";
import type { Answer } from "../testing/caller.ts";
import { step } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

/** Error messages, as Novu's clients and their users read them. */

const service = await useTestService();
const environment = await service.newEnvironment();

const UNKNOWN = "0123456789abcdef01234567";
const INTEGRATION = "integrationId must be a mongodb id or the identifier of an integration";

const IDS: [what: string, ask: () => Promise<Answer>, field: string, sentence: string][] = [
  [
    "reading an event",
    () => environment.get("/v1/notifications/x"),
    "notificationId",
    "notificationId must be a mongodb id",
  ],
  [
    "deleting a message",
    () => environment.delete("/v1/messages/x"),
    "messageId",
    "messageId must be a mongodb id",
  ],
  [
    "sending a message again",
    () => environment.post("/v1/messages/x/resend"),
    "messageId",
    "messageId must be a mongodb id",
  ],
  [
    "changing an integration",
    () => environment.put("/v1/integrations/x", { name: "x" }),
    "integrationId",
    INTEGRATION,
  ],
  [
    "making an integration primary",
    () => environment.post("/v1/integrations/x/set-primary"),
    "integrationId",
    INTEGRATION,
  ],
];

test.each(IDS)(
  "given a malformed id, %s is refused with the name of the id",
  async (_, ask, field, sentence) => {
    const { status, body } = await ask();
    expect([status, body.message]).toEqual([422, "Validation failed"]);
    expect(body.errors).toEqual({ [field]: { messages: [sentence], value: "x" } });
  },
);

test("given an unknown id, each operation on an integration has Novu's sentence", async () => {
  const sentences = [
    await environment.put(`/v1/integrations/${UNKNOWN}`, { name: "x" }),
    await environment.delete(`/v1/integrations/${UNKNOWN}`),
    await environment.post(`/v1/integrations/${UNKNOWN}/set-primary`),
  ].map(({ status, body }) => [status, body.message]);
  expect(sentences).toEqual([
    [404, `Entity with id ${UNKNOWN} not found`],
    [404, `Entity with id ${UNKNOWN} not found`],
    [404, `Integration with id ${UNKNOWN} not found`],
  ]);
});

test("given a body with two errors, `general` lists both and each field has its own", async () => {
  const steps = [{ name: "x", type: "pigeon" }];
  const { status, body } = await environment.post("/v2/workflows", { name: "", workflowId: "ok", steps });
  expect([status, body.message]).toEqual([422, "Validation Error"]);
  const { general, ...fields } = body.errors;
  expect(Object.keys(fields).toSorted()).toEqual(["name", "steps.0.type"]);
  expect(general.messages).toEqual(Object.values(fields).flatMap((one: any) => one.messages));
  expect(general.value).toBe("No Value Recorded");
});

test("refusals: never show a regular expression", async () => {
  const refused = [
    await environment.post("/v2/workflows", { name: "x", workflowId: "a b", steps: [] }),
    await environment.post("/v2/topics", { key: "a b" }),
    await environment.post("/v2/subscribers", { subscriberId: "\n" }),
    await environment.post("/v1/events/trigger", { name: "x", to: "a", context: { "a b": "c", d: "e f" } }),
  ];
  for (const { status, body } of refused) {
    expect(status).toBe(422);
    for (const sentence of body.errors.general.messages) expect(sentence).not.toMatch(/[\\^$[\]{}]/);
  }
});

test("an issue: names the faulty variable, or the control if no single variable is faulty", async () => {
  const steps = [
    step("sms", "missing", { body: "" }),
    step("sms", "broken", { body: "{{ unclosed" }),
    step("sms", "filter", { body: "{{ payload.a | unheard_of }}" }),
    step("sms", "illegal", { body: "{{ nothing.known }}" }),
  ];
  const workflow = await environment.given.workflow("faulty", steps);
  const named = workflow.steps.map(({ issues }: any) => issues.controls.body[0].variableName);
  expect(named).toEqual(["body", "body", "body", "nothing.known"]);
});
