import { type JobStatus, OPEN_JOB_STATUSES, type StepType } from "@tidings/contract";
import type { RuleMemo } from "../../conditions/rule-memo.ts";
import { type Work, workOfRun } from "../../conditions/work.ts";
import type { Time } from "../../foundation/clock.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Integration } from "../../integrations/integration.ts";
import type { Message } from "../../messages/message.ts";
import type { DigestEvent, Job, Notification } from "../../notifications/notification.ts";
import type { SubscriberPreferences } from "../../preferences/preference.ts";
import type { Subscriber } from "../../subscribers/subscriber.ts";
import type { Suppressed } from "../../suppressions/suppression.ts";
import type { TimeBudget } from "../../templates/templates.ts";
import type { Step } from "../../workflows/workflow.ts";
import type { WorkflowVersion } from "../../workflows/workflow-store.ts";

/**
 * A notification in progress, with everything that is needed to decide about its steps. A run is never changed: each stage
 * returns a new one. Only its budget counts down, because it measures time.
 *
 * Its life: `LoadedRun` or `NewRun` → `advance` → `AdvancedRun` → `settle` → `SettledRun`; one with messages to send is an
 * `AwaitingRun`, and the outcomes of its provider make it an `AdvancedRun` again.
 */
export type Run = Facts &
  History & {
    /** True until its rows are stored for the first time. */
    readonly isNew: boolean;
    readonly jobs: readonly RunJob[];
    /**
     * Other jobs of the run are in progress beside the held one; then its worker stores the outcome of that one and
     * begins no other.
     */
    readonly isSplit: boolean;
    /** The position of the job whose lease this worker holds; a new run is held by its trigger's lease instead. */
    readonly heldPosition: number | undefined;
    readonly sending: Sending;
    /** The time left, while this worker has the run, for its conditions and its texts. */
    readonly budget: RunBudget;
  };

/** A run of a trigger's recipient that is not stored yet. */
export type NewRun = Run & { readonly isNew: true };
/** A stored run that this worker has claimed. */
export type LoadedRun = Run & { readonly isNew: false; readonly heldPosition: number };
/** A run as it was just stored. */
export type SettledRun = Run & { readonly isNew: false };
/** A stored run whose open messages must be handed to their providers now. */
export type AwaitingRun = SettledRun & {
  readonly sending: { readonly unanswered: readonly [Message, ...Message[]] };
};

/** What stays the same while the notification is delivered. */
type Facts = {
  readonly notification: Notification;
  readonly workflow: WorkflowVersion;
  readonly payload: JsonObject;
  readonly overrides: JsonObject;
  /** Undefined after its deletion. */
  readonly subscriber: Subscriber | undefined;
  /** The subscriber's preferences and schedule; undefined where there are none. */
  readonly choices: SubscriberPreferences | undefined;
  /** Those of its addresses that are suppressed. */
  readonly suppressed?: Suppressed;
  /** The contexts of the notification: `type:id`. */
  readonly contextKeys: readonly string[];
  /** The contexts with their data, as templates see them: `context.<type>.data`. */
  readonly contexts: JsonObject;
};

/** Results of earlier steps. */
export type History = {
  /** Events of the closed digests, by the step's database id. */
  readonly digestEvents: ReadonlyMap<string, readonly DigestEvent[]>;
  /**
   * The number of events of each digest; `digestEvents` holds only the first ones where they are too large together.
   */
  readonly digestCounts: ReadonlyMap<string, number>;
  /** The subscriber's reactions to the in-app messages of earlier steps, by the step's database id. */
  readonly engagements: ReadonlyMap<string, Engagement>;
  /** Earlier steps whose messages were accepted and then failed by receipts, by their database ids. */
  readonly undelivered: ReadonlySet<string>;
};

/** The messages of the current job. */
export type Sending = {
  /** Messages that must be handed to their providers now. */
  readonly unanswered: readonly Message[];
  /** Messages that wait for their next attempt. */
  readonly postponed: readonly Message[];
  /** A provider has accepted one of them. */
  readonly hasSent: boolean;
  /** How many of them were given up. */
  readonly deadLetterCount: number;
};

export type RunBudget = { conditions: Work; texts: TimeBudget };

export type Engagement = {
  seen: boolean;
  read: boolean;
  lastSeenDate: string | null;
  lastReadDate: string | null;
};

/** A job as the engine sees it. */
export type RunJob = Readonly<
  Job & {
    /** When the job is due again. */
    due: Due;
    /** The fencing token: only the worker that took this lease may store an outcome. */
    lease: number;
    /** The number of crashes once the limit is reached and no worker may run the job; 0 until then. */
    spentCrashes: number;
  }
>;
export type Due = { kind: "never" } | { kind: "at"; at: Date } | { kind: "leased" };

/** A step that only the database can decide, because several runs meet there: its row's lock orders them. */
export type Gate = DigestJoin | ThrottleEntry;

/** A digest job's request: to join the open window of its key, or to open one. */
export type DigestJoin = {
  kind: "digest";
  digestKey: string;
  closesAt: Date;
  /** The window's end moves with each event, but not beyond this time. */
  latestCloseAt?: Date;
  /** The window closes when it holds this many events. */
  closesAtCount?: number;
  /** Only collect when another event came this shortly before. */
  lookBackMs?: number;
};

/** A throttle job's request to pass: at most `threshold` jobs pass until the window ends. */
export type ThrottleEntry = {
  kind: "throttle";
  throttleKey: string;
  threshold: number;
  windowEndsAt: Date;
};

/** Everything that decisions may use beside the run. */
export type DecisionContext = {
  /** The environment's time: the database's, or that of a test clock. */
  readonly now: Date;
  /** A held test clock does not move, also while providers are called. */
  readonly isFrozen: boolean;
  /** The zone of subscribers without a zone that the service knows. */
  readonly defaultZone: string;
  /** When `now` was read, by the monotonic clock. */
  readonly readAtMs: number;
  readonly integrations: readonly Integration[];
  /** Results of rules that depend on the payload only, shared by the batch. */
  readonly memo: RuleMemo;
};

/** The same context at the current time, by the monotonic clock. */
export function advancedToNow(context: DecisionContext, time: Time): DecisionContext {
  const { now, isFrozen, readAtMs } = context;
  if (isFrozen) return context;
  const readNow = time.monotonicMs();
  return { ...context, now: new Date(now.getTime() + readNow - readAtMs), readAtMs: readNow };
}

/** Milliseconds for all texts of a run together; each text alone has half a second. */
const MAX_TEXTS_MS = 2_000;

/** The time that a worker has for a run, counted from now. */
export function newBudget(): RunBudget {
  return { conditions: workOfRun(), texts: { leftMs: MAX_TEXTS_MS } };
}

export const NO_HISTORY: History = {
  digestEvents: new Map(),
  digestCounts: new Map(),
  engagements: new Map(),
  undelivered: new Set(),
};

/** The state of messages before any is sent. */
export const NOTHING_SENT: Sending = { unanswered: [], postponed: [], hasSent: false, deadLetterCount: 0 };

/** The job has not ended. */
export function isOpen(status: JobStatus): boolean {
  return OPEN_JOB_STATUSES.includes(status);
}

/** The job whose lease this worker holds. */
export function heldJob({ jobs, heldPosition }: Run): RunJob | undefined {
  return heldPosition === undefined ? undefined : jobs[heldPosition];
}

/**
 * The current job: the one this worker holds, and after it the next that has not begun, unless other workers may have
 * jobs of the run (`next-steps.ts`). Undefined when this worker has nothing to do.
 */
export function currentJob(run: Run): RunJob | undefined {
  const held = heldJob(run);
  if (held && isOpen(held.status)) return held;
  if (run.isSplit) return undefined;
  const next = run.jobs.slice(held ? held.position + 1 : 0).find(({ status }) => isOpen(status));
  return held && next?.status !== "pending" && next?.status !== "queued" ? undefined : next;
}

/** The types of steps whose vendors report about a message after they have accepted it. */
export function hasReceipts(type: StepType): boolean {
  return type === "email" || type === "sms" || type === "chat";
}

export function isAwaiting(run: Run): run is AwaitingRun {
  return !run.isNew && run.sending.unanswered.length > 0;
}

export function stepOf(run: Run, job: Pick<Job, "stepId">): Step {
  const step = run.workflow.definition.steps.find((candidate) => candidate.id === job.stepId);
  if (!step) throw new Error(`workflow version without the step ${job.stepId}`);
  return step;
}
