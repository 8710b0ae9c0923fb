import { MADE_IDS } from "@tidings/contract";
import { beforeAll, expect, test } from "vitest";
import { unsubscribeToken } from "../src/preferences/unsubscribe-token.ts";
import { inApp } from "../testing/steps.ts";
import { storeSuppression } from "../testing/stored-suppression.ts";
import { openInbox } from "../testing/test-inbox.ts";
import { useTestService } from "../testing/test-service.ts";
import { storeWaitingMessage } from "../testing/waiting-message.ts";

/** Sends each example of the API reference as the page does, in an environment with the records it names. */

type Parameter = { $ref?: string; name?: string; in?: string; required?: boolean; example?: string };
type Operation = {
  operationId: string;
  parameters: Parameter[];
  security?: object[];
  requestBody?: { content: { "application/json": { example?: unknown } } };
};
type Schema = { description?: string; properties?: Record<string, Schema>; anyOf?: { $ref?: string }[] };
type Document = {
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const service = await useTestService();
const environment = await service.newEnvironment("test");
let document: Document;
let made: Record<string, string>;

beforeAll(async () => {
  document = (await environment.get("/openapi.json")).body;
  made = await prepare();
});

/** Called by delivery providers in their own forms, and a stream that does not end. */
const OTHERS = ["receiveReceipts", "openInboxStream"];
/** The token of Ada's inbox. */
let inboxToken: string;
/** The key of the other environment, into which examples write. */
let otherKey: string;

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => !OTHERS.includes(operationId))
      .map(([method, operation]) => ({ path, method, operation })),
  );

function bodyOf(operationId: string): any {
  const found = operations().find(({ operation }) => operation.operationId === operationId);
  return found?.operation.requestBody?.content["application/json"].example;
}

/** Creates the records that the examples name, with the examples themselves, and those that they delete. */
async function prepare(): Promise<Record<string, string>> {
  const make = async (path: string, body: unknown) => {
    const answer = await environment.post(path, body);
    expect([path, answer.status, answer.body]).toEqual([path, 201, expect.anything()]);
  };
  const button = { primaryAction: { label: "Open" } };
  await environment.given.workflow("with-button", [inApp("Hello", button)]);
  const integration = bodyOf("createIntegration");
  const workflow = bodyOf("createWorkflow");
  await make("/v2/subscribers", bodyOf("createSubscriber"));
  for (const subscriberId of ["bob", "carol"]) await make("/v2/subscribers", { subscriberId });
  await make("/v2/topics", bodyOf("createTopic"));
  for (const key of ["old-topic", "older-topic"]) await make("/v2/topics", { key });
  for (const id of ["acme", "old-tenant"]) await make("/v2/contexts", { type: "tenant", id });
  await make("/v2/topics/older-topic/subscriptions", { subscriptions: ["ada"] });
  for (const identifier of [integration.identifier, "old-chat"]) {
    await make("/v1/integrations", { ...integration, identifier });
  }
  await make("/v2/workflows", workflow);
  await make("/v2/workflows", { ...workflow, workflowId: "old-workflow" });
  await make("/v2/topics/releases/subscriptions", bodyOf("createTopicSubscriptions"));
  await environment.put("/v1/subscribers/ada/credentials", bodyOf("updateCredentials"));
  await make("/v1/events/trigger", bodyOf("triggerEventsBulk").events[0]);
  const [notification] = await environment.finished("order-1001");
  const { body: messages } = await environment.get("/v1/messages?transactionId=order-1001");
  const mail = messages.data.find((message: any) => message.channel === "email");
  inboxToken = (await openInbox(service.url, environment, "ada")).token;
  const { body: other } = await environment.post("/v1/environments", { name: "Other" });
  otherKey = other.apiKeys[0].key;
  const { body: key } = await environment.post(`/v1/environments/${environment.id}/api-keys`, {
    scopes: ["read"],
  });
  const { body: ada } = await environment.get("/v2/subscribers/ada");
  const { body: welcome } = await environment.get("/v2/workflows/welcome");
  const unsubscription = {
    environmentId: environment.id,
    workflowId: welcome._id,
    subscriberId: ada._id,
  };
  return {
    token: unsubscribeToken(service.database.secrets, unsubscription),
    messageId: mail._id,
    waitingMessageId: await storeWaitingMessage(service, environment),
    inAppMessageId: await inAppMessage("with-button"),
    // Of a subscriber that no example deletes: the erasure of one deletes its suppressions, too.
    suppressionId: await storeSuppression(service, environment.id, {
      address: "bob@example.com",
      subscriberId: "ada",
    }),
    notificationId: notification._id,
    inboxNotificationId: await inAppMessage("with-button"),
    oldInboxNotificationId: await inAppMessage("with-button"),
    keyId: key._id,
    environmentId: environment.id,
    otherEnvironmentId: other._id,
  };
}

const SNOOZE = { snoozeUntil: new Date(Date.now() + 30 * 86_400_000).toISOString() };
/** New names for examples that create: the prepared records already have theirs. A snooze has at most 90 days. */
const FRESH: Readonly<Record<string, object>> = {
  createIntegration: { identifier: "team-chat-2" },
  createWorkflow: { workflowId: "order-sent-2" },
  createContext: { id: "acme-2" },
  snoozeInboxNotification: SNOOZE,
  snoozeSubscriberNotification: SNOOZE,
};

/** The text with the created ids in place of the example ids. */
function withCreatedIds(text: string): string {
  return Object.entries(MADE_IDS).reduce(
    (changed, [name, id]) => changed.replaceAll(id, made[name] ?? id),
    text,
  );
}

async function inAppMessage(workflow: string): Promise<string> {
  const transactionId = await environment.trigger(workflow, "ada");
  await environment.finished(transactionId);
  const { body } = await environment.get(`/v1/messages?transactionId=${transactionId}`);
  return body.data[0]._id;
}

async function send(path: string, method: string, operation: Operation) {
  const { operationId, parameters, requestBody, security } = operation;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const parameter = parameters.find((one) => one.in === "path" && one.name === name);
    return encodeURIComponent(withCreatedIds(parameter?.example ?? ""));
  });
  const query = new URLSearchParams();
  for (const one of parameters) if (one.in === "query" && one.example) query.set(one.name ?? "", one.example);
  const body = requestBody?.content["application/json"].example as object | undefined;
  const hasTarget = parameters.some(({ $ref }) => $ref?.endsWith("/TargetAuthorization"));
  const response = await fetch(`${service.url}${filled}?${query}`, {
    method: method.toUpperCase(),
    headers: {
      authorization: security?.length ? `Bearer ${inboxToken}` : `ApiKey ${environment.apiKey}`,
      "content-type": "application/json",
      ...(hasTarget ? { "target-authorization": `ApiKey ${otherKey}` } : {}),
    },
    ...(body === undefined
      ? {}
      : { body: withCreatedIds(JSON.stringify({ ...body, ...FRESH[operationId] })) }),
  });
  return { status: response.status, text: await response.text() };
}

test("every operation: has an example of each required input", () => {
  const missing = operations().flatMap(({ operation }) => {
    const { operationId, parameters, requestBody } = operation;
    const bare = parameters
      .filter((one) => one.required && one.example === undefined)
      .map(({ name }) => name);
    if (requestBody && requestBody.content["application/json"].example === undefined) bare.push("body");
    return bare.map((name) => `${operationId}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test("every example: works as it is; reads and writes first, then deletions, then the clock", async () => {
  const turnOf = ({ method, operation }: { method: string; operation: Operation }) => {
    if (operation.operationId === "moveTestClock") return 2;
    return method === "delete" ? 1 : 0;
  };
  for (const { path, method, operation } of operations().toSorted((a, b) => turnOf(a) - turnOf(b))) {
    const { status, text } = await send(path, method, operation);
    expect([operation.operationId, status >= 200 && status < 300, text.slice(0, 500)]).toEqual([
      operation.operationId,
      true,
      expect.anything(),
    ]);
  }
});

test("the introduction: explains the terms, authentication, errors and limits", () => {
  const text = document.info.description;
  for (const word of [
    "**workflow**",
    "**steps**",
    "**subscriber**",
    "Authorization: ApiKey",
    "statusCode",
    "262,144",
  ]) {
    expect(text).toContain(word);
  }
});

test("controlValues: a union with a member for each step type; each control has a description", () => {
  const { schemas } = document.components;
  const members = schemas.StepInput?.properties?.controlValues?.anyOf ?? [];
  const names = members.flatMap(({ $ref }) => ($ref ? [$ref.replace("#/components/schemas/", "")] : []));
  expect(names).toEqual(
    ["InApp", "Email", "Sms", "Chat", "Push", "Digest", "Delay", "Throttle", "Custom"].map(
      (one) => `${one}Controls`,
    ),
  );
  const bare = (path: string, { properties = {} }: Schema): string[] =>
    Object.entries(properties).flatMap(([name, schema]) => [
      ...(schema.description ? [] : [`${path}.${name}`]),
      ...bare(`${path}.${name}`, schema),
    ]);
  expect(names.flatMap((name) => bare(name, schemas[name] as Schema))).toEqual([]);
});
