import { type AnyOperation, OPERATIONS } from "@tidings/contract";
import { type Draft, draftOf, escapeText } from "./hostile-draft.ts";
import type { RawAnswer, RawClient } from "./raw-http.ts";
import { openWorldInbox, type World } from "./seeded-world.ts";
import { sendAll } from "./send-drafts.ts";

const READS = OPERATIONS.filter(({ method, isOpen }) => method === "GET" && !isOpen);
const LIST_LIMITS: Record<string, string> = { listNotifications: "50", listMessages: "1000" };

/** Calls every read operation for all data of a world: the lists, then each item in them. */
export async function readEverything(
  client: RawClient,
  given: World,
): Promise<{ drafts: Draft[]; answers: RawAnswer[] }> {
  // The session of the world may have ended with its subscriber.
  const world = { ...given, inboxToken: await openWorldInbox(given.environment) };
  const lists = READS.filter(({ params }) => !params).map((operation) => read(operation, world));
  const listed = await sendAll(client, lists);
  const things = listed.flatMap(({ text }) => {
    const page = JSON.parse(text);
    return page.data ?? page.workflows ?? page;
  });
  const drafts = READS.filter(({ params }) => params).flatMap((operation) => {
    const named = things.flatMap((thing) => namesOf(operation, thing, world));
    // Several items name the same thing: each message its trigger, for example.
    const once = new Map(named.map((params) => [JSON.stringify(params), params]));
    return [...once.values()].map((params) => readOne(operation, world, params));
  });
  return { drafts: [...lists, ...drafts], answers: [...listed, ...(await sendAll(client, drafts))] };
}

function read(operation: AnyOperation, world: World): Draft {
  const draft = draftOf(operation, world, 0);
  if (operation.id === "countInboxNotifications") return draft;
  const limit = LIST_LIMITS[operation.id] ?? "100";
  draft.query.splice(
    0,
    draft.query.length,
    ...(operation.query ? [["limit", limit] as [string, string]] : []),
  );
  return draft;
}

/** The path parameters by which each read operation finds an item of a list. */
const NAMES: Record<string, (thing: any, world: World) => Record<string, string>[]> = {
  listApiKeys: ({ _id }, { environment }) => (_id === environment.id ? [{ environmentId: _id }] : []),
  getSubscriber: ({ subscriberId }) => (subscriberId ? [{ subscriberId }] : []),
  exportSubscriber: ({ subscriberId }) => (subscriberId ? [{ subscriberId }] : []),
  getTopic: ({ key }) => (key ? [{ topicKey: key }] : []),
  listTopicSubscriptions: ({ key }) => (key ? [{ topicKey: key }] : []),
  listSubscriberSubscriptions: ({ subscriberId }) => (subscriberId ? [{ subscriberId }] : []),
  // There is no list of all memberships; those of each topic and each subscriber are read above.
  getTopicSubscriber: () => [],
  getTopicSubscription: () => [],
  listInboxSubscriptions: ({ key }) => (key ? [{ topicKey: key }] : []),
  getInboxSubscription: () => [],
  getContext: ({ type, id }) => (type && id ? [{ type, id }] : []),
  getSubscriberPreferences: ({ subscriberId }) => (subscriberId ? [{ subscriberId }] : []),
  getSubscriberV1: ({ subscriberId }) => (subscriberId ? [{ subscriberId }] : []),
  listPreferencesV1: ({ subscriberId }) => (subscriberId ? [{ subscriberId }] : []),
  listPreferencesOfLevelV1: ({ subscriberId }) =>
    subscriberId ? ["global", "template"].map((parameter) => ({ subscriberId, parameter })) : [],
  listSubscriberNotifications: ({ subscriberId }) => (subscriberId ? [{ subscriberId }] : []),
  countSubscriberNotifications: ({ subscriberId }) => (subscriberId ? [{ subscriberId }] : []),
  getFeedV1: ({ subscriberId }) => (subscriberId ? [{ subscriberId }] : []),
  getUnseenCountV1: ({ subscriberId }) => (subscriberId ? [{ subscriberId }] : []),
  getTopicV1: ({ key }) => (key ? [{ topicKey: key }] : []),
  getTriggerReport: ({ transactionId }) => (transactionId ? [{ transactionId }] : []),
  getMessage: ({ cta, _notificationId, _id }) => (cta && _notificationId ? [{ messageId: _id }] : []),
  getNotification: ({ jobs, _id }) => (jobs ? [{ notificationId: _id }] : []),
  getWorkflow: ({ stepTypeOverviews, workflowId, slug }) =>
    stepTypeOverviews ? [{ workflowId }, { workflowId: slug }] : [],
  listWorkflowVersions: ({ stepTypeOverviews, workflowId }) => (stepTypeOverviews ? [{ workflowId }] : []),
  getWorkflowVersion: ({ stepTypeOverviews, workflowId }) =>
    stepTypeOverviews ? [{ workflowId, version: "1" }] : [],
  getWorkflowStep: ({ stepTypeOverviews, workflowId, steps }) =>
    stepTypeOverviews ? steps.map((step: any) => ({ workflowId, stepId: step.slug })) : [],
};

function namesOf({ id }: AnyOperation, thing: unknown, world: World): Record<string, string>[] {
  const names = NAMES[id];
  if (!names) throw new Error(`read-everything.ts does not know how ${id} names a thing`);
  return names(thing, world);
}

function readOne(operation: AnyOperation, world: World, params: Record<string, string>): Draft {
  const draft = draftOf(operation, world, 0);
  for (const [name, value] of Object.entries(params)) draft.params[name] = escapeText(value);
  return draft;
}
