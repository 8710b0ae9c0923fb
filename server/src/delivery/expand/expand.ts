import { contextScope, readContexts } from "../../contexts/contexts.ts";
import type { Queryable } from "../../database/database.ts";
import { failpoint } from "../../foundation/failpoint.ts";
import { newId } from "../../foundation/id.ts";
import type { SubscriberId, SubscriberKey } from "../../foundation/ids.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { demandsHashes } from "../../inbox/hash-need.ts";
import type { Integration } from "../../integrations/integration.ts";
import { chooseIntegration } from "../../integrations/primary-integration.ts";
import { type Choices, findPreferences } from "../../preferences/preference-store.ts";
import { resolveRecipients } from "../../subscribers/resolve-recipients.ts";
import type { Subscriber } from "../../subscribers/subscriber.ts";
import { countWithinBytes } from "../../subscribers/subscriber-size-store.ts";
import { findSubscribers } from "../../subscribers/subscriber-store.ts";
import { withSuppressed } from "../../suppressions/read-suppressed.ts";
import type { Trigger } from "../../triggers/trigger.ts";
import type { FanoutStep } from "../../triggers/trigger-store.ts";
import { isChannelStep, type Step } from "../../workflows/workflow.ts";
import type { WorkflowVersion } from "../../workflows/workflow-store.ts";
import type { Engine } from "../engine.ts";
import { type DeletedIdOf, readDeleted } from "../erasure/deleted-recipients.ts";
import type { ClaimedTrigger } from "../queue/claim-store.ts";
import { type AdvancedRun, unchanged } from "../runs/advanced-run.ts";
import {
  type DecisionContext,
  type NewRun,
  NO_HISTORY,
  NOTHING_SENT,
  newBudget,
  type RunJob,
} from "../runs/run.ts";
import { nextShare } from "./next-recipients.ts";
import { filteredShare, type TriggerShare } from "./trigger-share.ts";

/**
 * Runs created at once, whatever the size of the fan-out: memory stays constant. With 500, a broadcast was 2 % faster, and the slowest
 * percent of other triggers beside it took twice as long.
 */
const MAX_RUNS = 250;

export type Expansion = { runs: AdvancedRun[]; fanouts: FanoutStep[] };

/** Creates the runs of the next recipients of each trigger in memory; settling stores them with the new cursors. */
export async function expand(
  engine: Engine,
  environmentId: string,
  triggers: readonly ClaimedTrigger[],
  { now, integrations, memo }: DecisionContext,
): Promise<Expansion> {
  const allShares = await affordableShares(engine, environmentId, triggers, demandsHashes(integrations));
  const named = allShares.flatMap(({ recipients }) => recipients.map(({ subscriberKey }) => subscriberKey));
  const { database } = engine;
  const [deletedIdOf, found, contextData] = await Promise.all([
    readDeleted(database, environmentId, triggers, named),
    findSubscribers(database, environmentId, named),
    readContexts(database, environmentId, triggers),
  ]);
  const existing = allShares.flatMap(({ trigger, recipients }) =>
    recipients.filter(({ subscriberKey }) => deletedIdOf(trigger.id, subscriberKey) === undefined),
  );
  const resolving = { recipients: existing, known: found, integrations, now };
  const subscribers = await resolveRecipients(database, environmentId, resolving);
  const known = { subscribers, deletedIdOf, contextData, integrations, now };
  const shares: TriggerShare[] = [];
  for (const share of allShares) {
    shares.push(await filteredShare(engine, environmentId, share, { ...known, memo }));
  }
  const runs = await newRuns(engine, environmentId, shares, known);
  return { runs: runs.map(unchanged), fanouts: shares.map(({ fanout }) => fanout) };
}

type Known = {
  subscribers: ReadonlyMap<SubscriberKey, Subscriber>;
  /** Recipients that were deleted meanwhile; left out where nothing is stored. */
  deletedIdOf?: DeletedIdOf;
  /** Read here when they are missing. */
  choices?: Choices;
  contextData: ReadonlyMap<string, JsonObject>;
  integrations: readonly Integration[];
  now: Date;
};

/** Creates a run for each recipient of each share, before its first step. Writes nothing. */
export async function newRuns(
  { database, versions }: Pick<Engine, "versions"> & { database: Queryable },
  environmentId: string,
  shares: readonly Pick<TriggerShare, "trigger" | "recipients">[],
  known: Known,
): Promise<NewRun[]> {
  const keys = shares.map(({ trigger }) => versionKey(trigger));
  const ids = [...known.subscribers.values()].map(({ id }) => id);
  const workflowIds = keys.map(({ workflowId }) => workflowId);
  const [versionOf, choices] = await Promise.all([
    versions.get(database, environmentId, keys),
    known.choices ?? findPreferences(database, environmentId, ids, workflowIds),
  ]);
  const runs = shares.flatMap(({ trigger, recipients }) => {
    const making = { ...known, choices, workflow: versionOf(versionKey(trigger)) };
    return recipients.flatMap(({ subscriberKey }) => {
      const deletedId = known.deletedIdOf?.(trigger.id, subscriberKey);
      if (deletedId) return [newRun(trigger, { id: deletedId }, making)];
      const subscriber = known.subscribers.get(subscriberKey);
      return subscriber ? [newRun(trigger, { id: subscriber.id, subscriber }, making)] : [];
    });
  });
  return withSuppressed(database, environmentId, runs);
}

function versionKey({ workflowId, workflowVersion: version }: Trigger) {
  return { workflowId, version };
}

/** Up to this many subscribers fit into memory together, whatever their size. */
const FEW_SUBSCRIBERS = 50;
/** Bytes that the subscribers of a batch may hold together. */
const MAX_SUBSCRIBER_BYTES = 16_000_000;

/** The next recipients of the triggers: as many as a batch may have, fewer where their subscribers are large. */
async function affordableShares(
  engine: Engine,
  environmentId: string,
  triggers: readonly ClaimedTrigger[],
  isHashNeeded: boolean,
): Promise<TriggerShare[]> {
  const shares = await shareOut(engine, environmentId, { triggers, room: MAX_RUNS, isHashNeeded });
  const ids = shares.flatMap(({ recipients }) => recipients.map(({ subscriberKey }) => subscriberKey));
  if (ids.length <= FEW_SUBSCRIBERS) return shares;
  const count = await countWithinBytes(engine.database, environmentId, ids, MAX_SUBSCRIBER_BYTES);
  if (count >= ids.length) return shares;
  return shareOut(engine, environmentId, { triggers, room: Math.max(1, count), isHashNeeded });
}

/** Each trigger's next recipients, until the batch is full; a trigger without a share keeps its cursor. */
async function shareOut(
  engine: Engine,
  environmentId: string,
  {
    triggers,
    room: max,
    isHashNeeded,
  }: { triggers: readonly ClaimedTrigger[]; room: number; isHashNeeded: boolean },
): Promise<TriggerShare[]> {
  let room = max;
  const shares: TriggerShare[] = [];
  for (const trigger of triggers) {
    const wanted = { room, isHashNeeded };
    const { recipients, cursor, ruledTopics } = await nextShare(engine, environmentId, trigger, wanted);
    room -= recipients.length;
    if (trigger.fanoutCursor !== null) failpoint("W2");
    const fanout = {
      id: trigger.id,
      lease: trigger.lease,
      cursor: cursor ?? null,
      isDone: cursor === undefined,
      isKept: false,
      leftOut: 0,
    };
    shares.push({ trigger, recipients, fanout, ruledTopics });
  }
  return shares;
}

/** Our id of the subscriber; nothing more of one that was deleted. */
type Addressee = { id: SubscriberId; subscriber?: Subscriber };

type Making = {
  workflow: WorkflowVersion;
  integrations: readonly Integration[];
  choices: Choices;
  contextData: ReadonlyMap<string, JsonObject>;
  now: Date;
};

function newRun(
  trigger: Trigger,
  { id: subscriberId, subscriber }: Addressee,
  { workflow, integrations, choices, contextData, now }: Making,
): NewRun {
  const notification = {
    id: newId(now.getTime()),
    triggerId: trigger.id,
    transactionId: trigger.transactionId,
    workflowId: trigger.workflowId,
    workflowVersion: trigger.workflowVersion,
    subscriberId,
    digestedInto: null,
  };
  const { payload, overrides, contextKeys } = trigger;
  const contexts = contextScope(contextKeys, contextData);
  const known = {
    payload,
    overrides,
    contextKeys,
    contexts,
    subscriber,
    choices: choices.get(subscriberId),
  };
  const jobs = newJobs(workflow.definition.steps, integrations, now);
  const state = { isNew: true, isSplit: false, heldPosition: undefined, sending: NOTHING_SENT } as const;
  return { notification, workflow, jobs, ...known, ...NO_HISTORY, ...state, budget: newBudget() };
}

/** A job for each step in order, none of them begun. */
export function newJobs(steps: readonly Step[], integrations: readonly Integration[], now: Date): RunJob[] {
  return steps.map((step, position) => ({
    id: newId(now.getTime()),
    position,
    stepId: step.id,
    type: step.type,
    status: "pending",
    providerId: isChannelStep(step) ? (chooseIntegration(integrations, step.type)?.providerId ?? null) : null,
    digest: null,
    output: null,
    scheduleExtensionsCount: 0,
    due: { kind: "never" },
    lease: 0,
    spentCrashes: 0,
  }));
}
