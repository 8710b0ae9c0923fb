import { RuleMemo } from "../conditions/rule-memo.ts";
import { readTime } from "../environments/environment-store.ts";
import type { SubscriberKey, WorkflowKey } from "../foundation/ids.ts";
import { within } from "../foundation/within.ts";
import { type Choices, findPreferencesByKey } from "../preferences/preference-store.ts";
import { resolveUnchanged } from "../subscribers/resolve-recipients.ts";
import type { Subscriber } from "../subscribers/subscriber.ts";
import { findSubscribers } from "../subscribers/subscriber-store.ts";
import { needsThread, type PrepareMail } from "../templates/prepare-mail.ts";
import type { Templates } from "../templates/templates.ts";
import type { FirstRuns, PrepareRuns, Requested } from "../triggers/handover.ts";
import type { NewTrigger } from "../triggers/trigger.ts";
import type { WorkflowVersion } from "../workflows/workflow-store.ts";
import { type Advance, advance } from "./advance.ts";
import type { Engine } from "./engine.ts";
import { newRuns } from "./expand/expand.ts";
import { type AdvancedRun, unchanged } from "./runs/advanced-run.ts";
import { beginBatch } from "./runs/batch-limits.ts";
import type { Outgoing } from "./runs/claimed.ts";
import { type DecisionContext, isAwaiting } from "./runs/run.ts";
import { firstRunParts } from "./settle/first-run-parts.ts";
import { mayGoOnBeside } from "./settle/next-steps.ts";
import { whenStored } from "./settle/settle.ts";

/** Larger groups of requests are stored without their runs. */
const MAX_TRIGGERS = 5;
const MAX_RECIPIENTS = 10;
/** Longer reads are given up: while PostgreSQL restarts, a trigger would wait for two connections, one after the other. */
const PATIENCE_MS = 1_000;

type Start = (outgoing: Outgoing) => void;

/**
 * Prepares the first runs of a few triggers before these are stored, so that one transaction stores both: an idle service
 * needs one commit instead of two, and no entry in the queue. Nothing is written, because the triggers may still be refused,
 * and no thread is used, because other requests share the transaction.
 * @param start gets the runs with messages to send, once they are durable.
 */
export function createPreparation(engine: Engine, start: Start) {
  /** Workflow versions whose first steps need a thread or a gate: trying them again would only cost time. */
  const unfit = new WeakSet<WorkflowVersion>();

  return (environmentId: string, requests: readonly Requested[]): PrepareRuns | undefined => {
    const named = {
      subscribers: requests.flatMap(namedKeys),
      workflows: requests.map(({ workflowKey }) => workflowKey),
    };
    const isSmall = requests.length <= MAX_TRIGGERS && named.subscribers.length <= MAX_RECIPIENTS;
    if (!isSmall || !requests.every(isSimple)) return;
    const reading = read(engine, environmentId, named);
    // A failure counts only where a trigger waits for the result.
    reading.catch(() => {});
    const make = async (triggers: readonly NewTrigger[]) => {
      const known = await reading;
      const { context } = known;
      if (context.isFrozen) return undefined;
      const advanced = await advanceFirst(engine, environmentId, { triggers, unfit }, known);
      return advanced && firstRuns(engine, environmentId, { advanced, context, start });
    };
    return (triggers) => within(engine.time, PATIENCE_MS, make(triggers));
  };
}

/** Without topics. Contexts are written with their triggers and cannot be read before. */
function isSimple({ recipients, topics, contexts }: Requested): boolean {
  return recipients !== "everyone" && topics.length + contexts.length === 0;
}

function namedKeys({ recipients }: Requested) {
  return recipients === "everyone" ? [] : recipients.map(({ subscriberKey }) => subscriberKey);
}

type Named = { subscribers: readonly SubscriberKey[]; workflows: readonly WorkflowKey[] };

type Known = { context: DecisionContext; found: readonly Subscriber[]; choices: Choices };

async function read(engine: Engine, environmentId: string, named: Named): Promise<Known> {
  const { database, integrations, time: clock } = engine;
  const readAtMs = clock.monotonicMs();
  const [time, list, found, choices] = await database.together((on) =>
    Promise.all([
      readTime(on, environmentId),
      integrations.list(on, environmentId),
      findSubscribers(on, environmentId, named.subscribers),
      findPreferencesByKey(on, environmentId, named),
    ]),
  );
  return { context: { ...time, readAtMs, integrations: list, memo: new RuleMemo() }, found, choices };
}

type Preparing = { triggers: readonly NewTrigger[]; unfit: WeakSet<WorkflowVersion> };

/** The first runs as far as they can go; undefined where that needs more than reads. */
async function advanceFirst(
  engine: Engine,
  environmentId: string,
  { triggers, unfit }: Preparing,
  { context, found, choices }: Known,
): Promise<readonly AdvancedRun[] | undefined> {
  const { integrations, now } = context;
  const recipients = triggers.flatMap((trigger) => trigger.recipients);
  const subscribers = resolveUnchanged({ recipients, known: found, integrations });
  if (!subscribers) return undefined;
  const shares = triggers.map((trigger) => ({
    trigger: { ...trigger, fanoutCursor: null },
    recipients: trigger.recipients,
  }));
  const runs = await newRuns(engine, environmentId, shares, {
    subscribers,
    choices,
    contextData: new Map(),
    integrations,
    now,
  });
  const versions = runs.map(({ workflow }) => workflow);
  if (versions.some((version) => unfit.has(version))) return undefined;
  const advanced = await advanceAtOnce(engine, environmentId, runs.map(unchanged), context);
  if (advanced?.every((one) => isWhole(one, context))) return advanced;
  for (const version of versions) unfit.add(version);
  return undefined;
}

/** One statement for each table stores the run, and no other transaction decides about it. */
function isWhole({ run, changes, isLeft }: Advance, context: DecisionContext): boolean {
  return !isLeft && !changes.gate && !mayGoOnBeside(run, context);
}

class NeedsThread extends Error {}

/** undefined: a text or a mail needs a thread. */
async function advanceAtOnce(
  engine: Engine,
  environmentId: string,
  runs: readonly AdvancedRun[],
  context: DecisionContext,
): Promise<Advance[] | undefined> {
  const render: Templates["render"] = async (tasks) => {
    const rendered = engine.templates.renderAtOnce(tasks);
    if (!rendered) throw new NeedsThread();
    return rendered;
  };
  const prepareMail: PrepareMail = async (id, mail) => {
    if (needsThread(mail)) throw new NeedsThread();
    return engine.prepareMail(id, mail);
  };
  try {
    return await advance(
      { ...engine, templates: { render }, prepareMail },
      runs,
      context,
      beginBatch(engine.time, environmentId),
    );
  } catch (error) {
    if (error instanceof NeedsThread) return undefined;
    throw error;
  }
}

type Ready = { advanced: readonly AdvancedRun[]; context: DecisionContext; start: Start };

function firstRuns(engine: Engine, environmentId: string, { advanced, context, start }: Ready): FirstRuns {
  const { now } = context;
  const storing = { now, workerId: engine.workerId };
  return {
    now,
    parts: firstRunParts(engine.database, environmentId, advanced, storing),
    whenDurable: () => {
      const runs = whenStored(engine, environmentId, advanced, now).filter(isAwaiting);
      if (runs.length > 0) start({ environmentId, runs, context });
    },
  };
}
