import { expect, test } from "vitest";
import { NOVU_CLIENTS } from "../testing/novu-clients.ts";
import { slowText } from "../testing/slow-text.ts";
import { delay, digest, email, inApp, lasting, step } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

const service = await useTestService({ brand: "novu" });

const preview = (environment: TestEnvironment, stepId: string, body: object = {}) =>
  environment.post(`/v2/workflows/news/step/${stepId}/preview`, body);

const HELLO = "Hello {{ subscriber.firstName }}: {{ payload.text }}";
const EVERY_STEP = [
  digest({ ...lasting(1, "hours"), digestKey: "payload.key" }),
  delay(lasting(2, "days")),
  inApp("{{ payload.text }}", { redirect: { url: "/orders/{{ payload.id }}", target: "_blank" } }),
  email("<b>{{ payload.text }}</b>"),
  step("sms", "sms", { body: HELLO }),
  step("chat", "chat", { body: "{{ steps.collect.eventCount }} of {{ step.total_count }}" }),
  step("push", "push", { subject: "{{ workflow.name }}", body: HELLO, data: { id: "{{ payload.id }}" } }),
  step("custom", "score", { score: "{{ context.tenant.data.plan }}" }),
];

const GIVEN = {
  subscriber: { firstName: "Ada" },
  payload: { text: "<i>x</i>", id: 7 },
  context: { tenant: { id: "acme", data: { plan: "pro" } } },
};

test.each([
  [
    "inbox",
    { subject: "News", body: "&lt;i&gt;x&lt;/i&gt;", redirect: { url: "/orders/7", target: "_blank" } },
  ],
  ["mail", { subject: "News", body: "<b>&lt;i&gt;x&lt;/i&gt;</b>" }],
  ["sms", { body: "Hello Ada: <i>x</i>" }],
  ["chat", { body: "1 of 1" }],
  ["push", { subject: "news", body: "Hello Ada: <i>x</i>", data: { id: "7" } }],
  ["score", { score: "pro" }],
  ["collect", { amount: 1, unit: "hours", digestKey: "payload.key" }],
  ["wait", { amount: 2, unit: "days" }],
])("preview of the step %s: shows its texts with the given values", async (stepId, expected) => {
  const environment = await service.newEnvironment("bare");
  const { steps } = await environment.given.workflow("news", EVERY_STEP);
  const { type } = steps.find((one: any) => one.stepId === stepId);
  const { status, body } = await preview(environment, stepId, { previewPayload: GIVEN });
  expect([status, body.result]).toEqual([201, { type, preview: expected }]);
  expect(body.previewPayloadExample.payload).toMatchObject(GIVEN.payload);
  expect((await environment.get("/v1/messages")).body.data).toEqual([]);
});

test("preview of an e-mail step: has the HTML as it would be sent, with inlined CSS", async () => {
  const environment = await service.newEnvironment("bare");
  await environment.given.workflow("news", [
    email("<style>p { color: red }</style><p>{{ payload.text }}</p>"),
  ]);
  const { body } = await preview(environment, "mail", { previewPayload: GIVEN });
  expect(body.result.preview.body).toContain('<p style="color: red;">&lt;i&gt;x&lt;/i&gt;</p>');
});

test("given no values, they are made up from the payload schema or the variables of the texts", async () => {
  const environment = await service.newEnvironment("bare");
  await environment.given.workflow("news", EVERY_STEP);
  const inferred = (await preview(environment, "sms")).body;
  expect(inferred.result.preview).toEqual({ body: "Hello Ada: {{payload.text}}" });
  expect(inferred.previewPayloadExample.payload.text).toBe("{{payload.text}}");
  const payloadSchema = {
    type: "object",
    properties: { text: { type: "string", default: "usual" }, n: { type: "integer" }, l: { type: "array" } },
  };
  await environment.patch("/v2/workflows/news", { payloadSchema });
  const { result, previewPayloadExample, schema } = (await preview(environment, "sms")).body;
  expect(result.preview).toEqual({ body: "Hello Ada: usual" });
  expect(previewPayloadExample.payload).toEqual({ text: "usual", n: 1, l: ["{{payload.l.0}}"] });
  expect(schema).toEqual(payloadSchema);
});

test("given control values, the preview uses them instead of the stored ones, which stay", async () => {
  const environment = await service.newEnvironment("bare");
  const before = await environment.given.workflow("news", EVERY_STEP);
  const { body } = await preview(environment, "sms", { controlValues: { body: "Draft" } });
  expect(body.result.preview).toEqual({ body: "Draft" });
  expect((await environment.get("/v2/workflows/news")).body).toEqual(before);
});

test.each([
  ["invalid Liquid", { body: "{{ payload.text | nothing }}" }, "nothing"],
  ["an empty text", { body: "{{ payload.none }}" }, "body"],
  ["a loop that burns its budget", { body: slowText() }, "ms of processor time"],
  [
    "a text that grows",
    {
      body: "{% assign a = 'xxxxxxxxxx' %}{% for i in (1..30) %}{% assign a = a | append: a %}{% endfor %}{{ a }}",
    },
    "too much text",
  ],
])("given %s, the preview reports the error", async (_what, controlValues, word) => {
  const environment = await service.newEnvironment("bare");
  await environment.given.workflow("news", EVERY_STEP);
  const { status, body } = await preview(environment, "sms", { controlValues });
  expect([status, body.result.preview]).toEqual([201, undefined]);
  expect(body.result.error.message).toContain(word);
});

test("given a schema with long names and 19 digests, the preview stays below 1 MB", async () => {
  const environment = await service.newEnvironment("bare");
  const digests = Array.from({ length: 19 }, (_, n) => digest(lasting(1, "hours"), `collect-${n}`));
  await environment.given.workflow("news", [...digests, step("sms", "sms", { body: HELLO })]);
  const inner = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`p${n}`, {}]));
  const payloadSchema = {
    type: "object",
    properties: {
      [`long${"x".repeat(20_000)}`]: { type: "object", properties: inner },
      usual: { type: "string", default: "d".repeat(5_000) },
    },
  };
  const patched = await environment.patch("/v2/workflows/news", { payloadSchema });
  expect(patched.body.message).toBeUndefined();
  const { status, body } = await preview(environment, "sms");
  expect(status).toBe(201);
  const { schema: _, ...rest } = body;
  expect(JSON.stringify(rest).length).toBeLessThan(1_000_000);
});

test("given a link that cannot be followed, the preview of an in-app step reports it", async () => {
  const environment = await service.newEnvironment("bare");
  await environment.given.workflow("news", EVERY_STEP);
  const controlValues = { body: "x", redirect: { url: "{{ payload.url }}" } };
  const previewPayload = { payload: { url: "javascript:alert(1)" } };
  const { body } = await preview(environment, "inbox", { controlValues, previewPayload });
  expect(body.result.error.message).toContain("no link");
});

test.each([
  ["a numeric body", { controlValues: { body: 5 } }, "controlValues.body"],
  [
    "a body that is too long",
    { controlValues: { body: `{{ payload.x }}${"x".repeat(100_001)}` } },
    "controlValues.body",
  ],
  ["a list of control values", { controlValues: [] }, "controlValues"],
  ["a text as payload", { previewPayload: { payload: "x" } }, "previewPayload.payload"],
  [
    "a payload that is too large",
    { previewPayload: { payload: { x: "x".repeat(300_000) } } },
    "previewPayload.payload",
  ],
  ["an invalid context type", { previewPayload: { context: { "no word": "x" } } }, "previewPayload.context"],
])("given %s, the preview is refused with the name of the field", async (_, request, field) => {
  const environment = await service.newEnvironment("bare");
  await environment.given.workflow("news", EVERY_STEP);
  const answer = await preview(environment, "sms", request);
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors).join()).toContain(field);
});

test("given an unknown workflow or step, the preview is refused like reading the step", async () => {
  const environment = await service.newEnvironment("bare");
  await environment.given.workflow("news", EVERY_STEP);
  expect((await preview(environment, "nothing")).status).toBe(400);
  expect((await environment.post("/v2/workflows/none/step/sms/preview", {})).status).toBe(404);
});

test("Novu's clients: both sync a workflow, and the newest one previews each step", async () => {
  const environment = await service.newEnvironment("bare");
  const sibling = await service.newEnvironment("bare", environment.organizationId);
  await environment.given.workflow("news", EVERY_STEP);
  for (const client of NOVU_CLIENTS) {
    const novu = client.open(service, environment, undefined, sibling.apiKey);
    const synced = await novu.workflows.sync({ targetEnvironmentId: sibling.id }, "news");
    expect(synced.result.workflowId).toBe("news");
  }
  const newest = NOVU_CLIENTS.at(-1)?.open(service, environment);
  for (const { stepId, type } of EVERY_STEP) {
    const { result } = await newest.workflows.steps.generatePreview({
      workflowId: "news",
      stepId,
      generatePreviewRequestDto: { previewPayload: GIVEN },
    });
    expect(result.result.type).toBe(type);
  }
});
