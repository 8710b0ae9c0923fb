import { RuleMemo } from "../../conditions/rule-memo.ts";
import { contextKeyOf, readContexts } from "../../contexts/contexts.ts";
import type { Queryable } from "../../database/database.ts";
import { readTime } from "../../environments/environment-store.ts";
import type { Clock, Time } from "../../foundation/clock.ts";
import type { SubscriberKey } from "../../foundation/ids.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { demandsHashes } from "../../inbox/hash-need.ts";
import type { Integration } from "../../integrations/integration.ts";
import type { Message } from "../../messages/message.ts";
import { simulateRecipients } from "../../subscribers/resolve-recipients.ts";
import { findUnknownTopics } from "../../topics/unknown-topics.ts";
import { findTenants } from "../../triggers/accept-requests.ts";
import { type Accepted, judge, type Verdict } from "../../triggers/judge-request.ts";
import type { NewTrigger, TriggerRequest } from "../../triggers/trigger.ts";
import { findFingerprints } from "../../triggers/trigger-store.ts";
import type { RequestedWorkflow } from "../../workflows/draft-workflow.ts";
import type { PrepareParts } from "../../workflows/prepare-version.ts";
import type { Workflow } from "../../workflows/workflow.ts";
import type { Engine } from "../engine.ts";
import { newRuns } from "../expand/expand.ts";
import { beginBatch } from "../runs/batch-limits.ts";
import type { DecisionContext, NewRun } from "../runs/run.ts";
import { findExplained } from "./explained-workflow.ts";
import { filteredRecipients } from "./filtered-recipients.ts";
import { firstRecipients } from "./first-recipients.ts";
import { type Simulation, type SimulationInput, simulateRuns } from "./simulate-runs.ts";

export type Explaining = Omit<SimulationInput, "database"> &
  Pick<Engine, "versions" | "integrations"> &
  PrepareParts & { database: Queryable; clock: Clock; time: Time };

/** What to explain besides the request itself. */
export type ExplainOptions = {
  maxRecipients: number;
  /** A draft that is explained in place of the stored workflow. */
  requested?: RequestedWorkflow | undefined;
  /** The moment; default: the environment's time. */
  at?: Date | undefined;
};

/** The explanation of a trigger, and the time for which it holds. */
export type Explained = {
  /** The answer that the trigger would get. */
  accepted: Accepted;
  /** The transactionId was triggered before with the same content: nothing would happen. */
  isRepeated: boolean;
  at: Date;
  workflow?: Workflow;
  recipients: (Simulation & { isNew: boolean })[];
  /** Members of its topics that their subscriptions keep away. */
  leftOut: SubscriberKey[];
  /** There are more recipients than the explanation lists. */
  hasMore: boolean;
  unknownTopics: string[];
  integrations: readonly Integration[];
};

/**
 * Explains what a trigger would do: the engine's own code on what is stored now, without writing a row. A digest
 * includes only the events that exist now; providers are assumed to accept every message.
 */
export async function explain(
  parts: Explaining,
  environmentId: string,
  request: TriggerRequest,
  { maxRecipients, requested, at: chosen }: ExplainOptions,
): Promise<Explained> {
  const { database } = parts;
  const { now, defaultZone } = await readTime(database, environmentId);
  const at = chosen ?? now;
  const { workflowKey } = request;
  const found = await findExplained(parts, environmentId, { workflowKey, requested, now });
  const { workflow } = found;
  const explaining = { ...parts, ...found };
  const { accepted, trigger } = await judged(explaining, environmentId, { request, workflow });
  const known = { accepted, isRepeated: false, at, ...(workflow ? { workflow } : {}) };
  const nothing = {
    ...known,
    recipients: [],
    leftOut: [],
    hasMore: false,
    unknownTopics: [],
    integrations: [],
  };
  if (!trigger) return nothing;
  const repeated = await repetitionOf(database, environmentId, trigger);
  if (repeated) return { ...nothing, ...repeated };
  const topics = request.topics.map(({ topicKey }) => topicKey);
  const unknownTopics = await findUnknownTopics(database, environmentId, topics);
  const input = { trigger, request, at, defaultZone, maxRecipients };
  return { ...known, unknownTopics, ...(await simulate(explaining, environmentId, input)) };
}

type Judging = { request: TriggerRequest; workflow: Workflow | undefined };
type Judged = Exclude<Verdict, { isUnchecked: true }>;

async function judged(
  explaining: Explaining,
  environmentId: string,
  { request, workflow }: Judging,
): Promise<Judged> {
  const tenants = await findTenants(explaining.database, environmentId, [request]);
  const verdict = judge(explaining, request, { workflow, tenants });
  if (!("isUnchecked" in verdict)) return verdict;
  await explaining.payloadChecks.check(environmentId, workflow as Workflow, request.payload);
  return judge(explaining, request, { workflow, tenants }) as Judged;
}

type SimulateInput = {
  trigger: NewTrigger;
  request: TriggerRequest;
  at: Date;
  defaultZone: string;
  maxRecipients: number;
};

async function simulate(
  explaining: Explaining,
  environmentId: string,
  { trigger, request, at: now, defaultZone, maxRecipients }: SimulateInput,
): Promise<Pick<Explained, "recipients" | "leftOut" | "hasMore" | "integrations">> {
  const { database } = explaining;
  const integrations = await explaining.integrations.list(database, environmentId);
  const expandable = { ...trigger, fanoutCursor: null, reachesUntil: ALL_SUBSCRIBERS };
  const first = await firstRecipients(database, environmentId, expandable, {
    max: maxRecipients,
    isHashNeeded: demandsHashes(integrations),
  });
  const { subscribers, isNew } = await simulateRecipients(database, environmentId, {
    recipients: first.recipients,
    integrations,
    now,
  });
  const contextData = await contextsOf(database, environmentId, request);
  const memo = new RuleMemo();
  const making = { subscribers, contextData, integrations, now };
  const known = { ...making, memo };
  const filtered = await filteredRecipients(
    explaining,
    environmentId,
    { trigger: expandable, ...first },
    known,
  );
  const { recipients, leftOut, hasMore } = filtered;
  const shares = [{ trigger: expandable, recipients }];
  const runs = await newRuns(explaining, environmentId, shares, making);
  const context = { now, isFrozen: true, defaultZone, readAtMs: 0, integrations, memo };
  const simulations = await simulateSome(explaining, environmentId, runs, context);
  const explained = simulations.map((one) => ({
    ...one,
    isNew: one.run.subscriber === undefined || isNew(one.run.subscriber.subscriberKey),
  }));
  return {
    recipients: explained,
    leftOut,
    hasMore: hasMore || simulations.length < runs.length,
    integrations,
  };
}

/** Recipients explained together: a slow or large one affects few others. */
const RUNS_TOGETHER = 10;
/** Time limit of an explanation; recipients beyond it are left out. */
const MAX_EXPLAIN_MS = 5_000;
/** Limit of rendered characters in an explanation. */
const MAX_EXPLAIN_CHARS = 8_000_000;

/** The first recipients, as many as can be explained within the limits. @throws MachineFailure when no thread has started */
async function simulateSome(
  explaining: Explaining,
  environmentId: string,
  runs: readonly NewRun[],
  context: DecisionContext,
): Promise<Simulation[]> {
  // A thread that is still starting is no reason to leave recipients out.
  if (runs.length > 0) await explaining.templates.untilReady();
  const limits = beginBatch(explaining.time, environmentId, MAX_EXPLAIN_MS);
  const simulated: Simulation[] = [];
  let chars = 0;
  for (let first = 0; first < runs.length && chars < MAX_EXPLAIN_CHARS; first += RUNS_TOGETHER) {
    const portion = runs.slice(first, first + RUNS_TOGETHER);
    const simulations = await simulateRuns(explaining, portion, context, limits);
    simulated.push(...simulations.filter(({ isComplete }) => isComplete));
    if (simulations.some(({ isComplete }) => !isComplete)) break;
    chars += simulations.reduce((sum, { messages }) => sum + messages.reduce(addContent, 0), 0);
  }
  return simulated;
}

function addContent(sum: number, { content }: Message): number {
  return sum + (typeof content === "string" ? content.length : 0);
}

/** Subscribers as they are stored now. */
const ALL_SUBSCRIBERS = new Date("9999-01-01T00:00:00Z");

async function repetitionOf(
  database: Queryable,
  environmentId: string,
  { transactionId, fingerprint }: NewTrigger,
): Promise<Partial<Explained> | undefined> {
  const known = (await findFingerprints(database, environmentId, [transactionId])).get(transactionId);
  if (!known) return undefined;
  if (known.equals(fingerprint)) return { isRepeated: true };
  return { accepted: { kind: "transaction_reused", transactionId } };
}

/** Stored contexts, overlaid with the data of the trigger. */
async function contextsOf(
  database: Queryable,
  environmentId: string,
  { contexts }: TriggerRequest,
): Promise<Map<string, JsonObject>> {
  const stored = await readContexts(database, environmentId, [{ contextKeys: contexts.map(contextKeyOf) }]);
  const given = contexts.flatMap((one) => (one.data ? [[contextKeyOf(one), one.data] as const] : []));
  return new Map([...stored, ...given]);
}
