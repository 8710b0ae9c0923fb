import { contextHash, subscriberHash } from "../src/inbox/subscriber-hash.ts";
import { storeSuppression } from "./stored-suppression.ts";
import type { TestEnvironment } from "./test-environment.ts";
import type { TestService } from "./test-service.ts";
import { storeWaitingMessage } from "./waiting-message.ts";
import { integrationBody } from "./world-bodies.ts";
import {
  inTurn,
  made,
  SHARED,
  seedNotifications,
  seedPeople,
  seedTopics,
  seedWorkflows,
} from "./world-records.ts";

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

type Sibling = Pick<TestEnvironment, "id" | "apiKey">;

/**
 * An environment with one record of every kind. The `shared` ids are the same in every world; the `own` ids exist only in
 * this world, each list has all forms of one id. Every free field contains the canary.
 */
export type World = {
  readonly environment: TestEnvironment;
  readonly canary: string;
  /** Another environment of the same organization, to which workflows are copied. */
  readonly sibling: Sibling;
  /** The API key of the environment that the operation `deleteEnvironment` deletes. */
  readonly spareKey: string;
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

/** Creates an environment with one record of every kind, and an empty one in the same organization. */
export async function seedNewWorld(
  service: Pick<TestService, "newEnvironment" | "database">,
  canary: string,
  organizationId?: string,
): Promise<World> {
  const environment = await service.newEnvironment("test", organizationId);
  const sibling = await service.newEnvironment("bare", environment.organizationId);
  const world = await seedWorld(environment, canary, sibling);
  const [subscriberId = ""] = world.own.subscriber;
  const bounced = { address: `${canary}@bounced.example`, subscriberId, explanation: canary };
  const suppression = [await storeSuppression(service, environment.id, bounced)];
  const waitingMessage = [await storeWaitingMessage(service, environment)];
  return { ...world, own: { ...world.own, suppression, waitingMessage } };
}

/** Creates one record of every kind in an empty environment; at the same time what does not depend on each other. */
export async function seedWorld(
  environment: TestEnvironment,
  canary: string,
  sibling: Sibling,
): Promise<World> {
  const own = `only-${canary}`;
  const [people, integrations, workflows, spare, ...keys] = await Promise.all([
    seedPeople(environment, canary),
    // In this order: the first integration of a channel is its primary one.
    inTurn([SHARED.integration, own], (id) =>
      made(environment, "/v1/integrations", integrationBody(id, canary)),
    ),
    seedWorkflows(environment, canary),
    made(environment, "/v1/environments", { name: `Spare of ${environment.id}`, color: "#fff" }),
    ...["trigger", "read"].map((scope) => {
      const path = `/v1/environments/${environment.id}/api-keys`;
      return made(environment, path, { name: canary, scopes: [scope] });
    }),
    made(environment, "/v2/contexts", { type: "region", id: own, data: { canary } }),
  ]);
  const [notifications, topics] = await Promise.all([
    seedNotifications(environment, canary),
    seedTopics(environment, canary),
  ]);
  const inbox = `/v1/messages?channel=in_app&subscriberId=${SHARED.subscriber}&transactionId=`;
  const [messages, inboxMessages, doomed, deadLetters] = await Promise.all(
    [
      `/v1/messages?transactionId=${own}`,
      inbox + own,
      inbox + SHARED.transaction,
      `/v1/dead-letters?transactionId=${own}`,
    ].map(async (path) => (await environment.get(path)).body.data),
  );
  const mailFirst = messages.toSorted((a: any) => (a.channel === "email" ? -1 : 1));
  const idsOf = (records: any[]) => records.map((record) => record._id);
  const workflow = workflows[1];
  return {
    environment,
    canary,
    sibling,
    spareKey: spare.apiKeys[0].key,
    shared: SHARED,
    own: {
      subscriber: [own, people[1]._id],
      topic: [own, topics.own._id],
      context: [own, `region:${own}`],
      subscription: [own, topics.subscriptions[0]._id],
      integration: [own, integrations[1]._id, integrations[0]._id],
      workflow: [own, workflow._id, workflow.slug, workflows[0]._id],
      step: workflow.steps.flatMap((step: any) => [step._id, step.slug]),
      message: idsOf(mailFirst),
      inboxMessage: idsOf(inboxMessages),
      doomedInboxMessage: idsOf(doomed),
      deadLetter: idsOf(deadLetters),
      suppression: [],
      waitingMessage: [],
      notification: idsOf(notifications),
      transaction: [own, `later-${canary}`],
      environment: [environment.id],
      spareEnvironment: [spare._id],
      apiKey: idsOf(keys.slice(0, 2)),
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
