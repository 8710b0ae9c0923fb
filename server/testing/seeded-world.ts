import { contextHash, subscriberHash } from "../src/inbox/subscriber-hash.ts";
import { storeSuppression } from "./stored-suppression.ts";
import type { TestEnvironment } from "./test-environment.ts";
import type { TestService } from "./test-service.ts";
import { storeWaitingMessage } from "./waiting-message.ts";
import {
  collectBody,
  integrationBody,
  laterBody,
  subscriberBody,
  topicBody,
  triggerBody,
  workflowBody,
} from "./world-bodies.ts";

/** The kinds of records that an id can name. */
export type IdKind =
  | "subscriber"
  | "topic"
  | "context"
  | "subscription"
  | "integration"
  | "workflow"
  | "step"
  | "message"
  | "waitingMessage"
  | "inboxMessage"
  | "doomedInboxMessage"
  | "deadLetter"
  | "suppression"
  | "notification"
  | "transaction"
  | "environment"
  | "spareEnvironment"
  | "apiKey"
  | "word";

/**
 * An environment with one record of every kind. The `shared` ids are the same in every world; the `own` ids exist only in
 * this world, each list has all forms of one id. Every free field contains the canary.
 */
export type World = {
  readonly environment: TestEnvironment;
  readonly canary: string;
  /** Another environment of the same organization, to which workflows are copied. */
  readonly siblingId: string;
  readonly shared: {
    subscriber: string;
    topic: string;
    /** The identifier of the shared subscriber's subscription to the shared topic. */
    subscription: string;
    integration: string;
    workflow: string;
    transaction: string;
    /** A transaction that can still be canceled. */
    waiting: string;
  };
  readonly own: Readonly<Record<IdKind, readonly string[]>>;
  /** The token of a session of the shared subscriber, which shows the messages of the shared transaction. */
  readonly inboxToken: string;
};

const SHARED = {
  subscriber: "u1",
  topic: "k1",
  subscription: "s1",
  integration: "i1",
  workflow: "w1",
  transaction: "t1",
  waiting: "later",
} as const;

/** A topic whose subscriptions only the operations of the inbox change. */
export const OWN_TOPIC = "of-inbox";
const PREFERENCES = { workflowId: SHARED.workflow, channels: { email: false, in_app: true } };

/** Creates an environment with one record of every kind, and an empty one in the same organization. */
export async function seedNewWorld(
  service: Pick<TestService, "newEnvironment" | "database">,
  canary: string,
  organizationId?: string,
): Promise<World> {
  const environment = await service.newEnvironment("test", organizationId);
  const sibling = await service.newEnvironment("bare", environment.organizationId);
  const world = await seedWorld(environment, canary, sibling.id);
  const [subscriberId = ""] = world.own.subscriber;
  const bounced = { address: `${canary}@bounced.example`, subscriberId, explanation: canary };
  const suppression = [await storeSuppression(service, environment.id, bounced)];
  const waitingMessage = [await storeWaitingMessage(service, environment)];
  return { ...world, own: { ...world.own, suppression, waitingMessage } };
}

/** Creates one record of every kind in an empty environment. */
export async function seedWorld(
  environment: TestEnvironment,
  canary: string,
  siblingId: string,
): Promise<World> {
  const make = async (path: string, body: object) => {
    const answer = await environment.post(path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const own = `only-${canary}`;
  const subscribers = [];
  const integrations = [];
  const workflows = [];
  for (const id of [SHARED.subscriber, own]) {
    subscribers.push(await make("/v2/subscribers", subscriberBody(id, canary)));
  }
  for (const id of [SHARED.integration, own]) {
    integrations.push(await make("/v1/integrations", integrationBody(id, canary)));
  }
  for (const id of [SHARED.workflow, own]) {
    workflows.push(await make("/v2/workflows", workflowBody(id, canary)));
  }
  const settings = {
    providerId: "chat-webhook",
    credentials: { webhookUrl: `http://127.0.0.1:9/${canary}`, channel: canary },
  };
  for (const id of [SHARED.subscriber, own]) {
    await environment.put(`/v1/subscribers/${id}/credentials`, settings);
  }
  for (const body of [collectBody(canary), laterBody(canary)]) await make("/v2/workflows", body);
  const notifications = [];
  for (const id of [SHARED.transaction, own]) {
    await make(
      "/v1/events/trigger",
      triggerBody({ transactionId: id, to: [SHARED.subscriber, own], canary }),
    );
    notifications.push(...(await environment.finished(id, 2)));
  }
  const later = { name: "later", to: SHARED.subscriber };
  for (const transactionId of [SHARED.waiting, `later-${canary}`]) {
    await make("/v1/events/trigger", { ...later, transactionId });
    const path = `/v1/notifications?transactionId=${transactionId}`;
    await environment.until(path, ({ data }) => data[0]?.jobs[0]?.status === "delayed");
  }
  for (const id of [SHARED.subscriber, own]) {
    const { status } = await environment.patch(`/v2/subscribers/${id}/preferences`, PREFERENCES);
    if (status !== 200) throw new Error(`preferences: ${status}`);
  }
  const topic = await make("/v2/topics", topicBody(own, canary));
  await make("/v2/topics", topicBody(SHARED.topic, canary));
  await make(`/v2/topics/${SHARED.topic}/subscriptions`, {
    subscriptions: [{ subscriberId: SHARED.subscriber, identifier: SHARED.subscription, name: canary }, own],
  });
  await make(`/v2/topics/${OWN_TOPIC}/subscriptions`, { subscriptions: [SHARED.subscriber] });
  const { data: subscriptions } = await make(`/v2/topics/${own}/subscriptions`, {
    subscriptions: [{ subscriberId: own, identifier: own, name: canary }],
  });
  await make("/v2/contexts", { type: "region", id: own, data: { canary } });
  const spare = await make("/v1/environments", { name: `Spare of ${environment.id}`, color: "#fff" });
  const keys = [];
  for (const scope of ["trigger", "read"]) {
    keys.push(await make(`/v1/environments/${environment.id}/api-keys`, { name: canary, scopes: [scope] }));
  }
  const { body: messages } = await environment.get(`/v1/messages?transactionId=${own}`);
  const { body: inboxMessages } = await environment.get(
    `/v1/messages?channel=in_app&subscriberId=${SHARED.subscriber}&transactionId=${own}`,
  );
  const { body: doomed } = await environment.get(
    `/v1/messages?channel=in_app&subscriberId=${SHARED.subscriber}&transactionId=${SHARED.transaction}`,
  );
  const { body: deadLetters } = await environment.get(`/v1/dead-letters?transactionId=${own}`);
  const mailFirst = messages.data.toSorted((a: any) => (a.channel === "email" ? -1 : 1));
  const workflow = workflows[1];
  return {
    environment,
    canary,
    siblingId,
    shared: SHARED,
    own: {
      subscriber: [own, subscribers[1]._id],
      topic: [own, topic._id],
      context: [own, `region:${own}`],
      subscription: [own, subscriptions[0]._id],
      integration: [own, integrations[1]._id, integrations[0]._id],
      workflow: [own, workflow._id, workflow.slug, workflows[0]._id],
      step: workflow.steps.flatMap((step: any) => [step._id, step.slug]),
      message: mailFirst.map((message: any) => message._id),
      inboxMessage: inboxMessages.data.map((message: any) => message._id),
      doomedInboxMessage: doomed.data.map((message: any) => message._id),
      deadLetter: deadLetters.data.map((letter: any) => letter._id),
      suppression: [],
      waitingMessage: [],
      notification: notifications.map((notification) => notification._id),
      transaction: [own, `later-${canary}`],
      environment: [environment.id],
      spareEnvironment: [spare._id],
      apiKey: keys.map((key) => key._id),
      word: [canary],
    },
    inboxToken: await openWorldInbox(environment),
  };
}

/** The contexts of the triggers in a world, by type. */
const CONTEXTS = { region: "eu", tenant: "tenant" };

/** Opens the inbox of the shared subscriber, signed with the environment's first key. @returns the session's token. */
export async function openWorldInbox(environment: TestEnvironment): Promise<string> {
  const { id, apiKey } = environment;
  const subscriberId = SHARED.subscriber;
  const { status, body } = await environment.post("/v1/inbox/session", {
    applicationIdentifier: id,
    subscriber: { subscriberId },
    subscriberHash: subscriberHash(apiKey, subscriberId),
    context: CONTEXTS,
    contextHash: contextHash(apiKey, CONTEXTS),
  });
  if (status !== 201) throw new Error(`inbox: ${status} ${JSON.stringify(body)}`);
  return body.token;
}
