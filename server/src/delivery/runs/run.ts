import { type DeadReason, type JobStatus, OPEN_JOB_STATUSES } from "@tidings/contract";
import type { RuleMemo } from "../../conditions/rule-memo.ts";
import { type Work, workOfRun } from "../../conditions/work.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Integration } from "../../integrations/integration.ts";
import type { Message } from "../../messages/message.ts";
import type { ExecutionDetail } from "../../notifications/execution-detail.ts";
import type { DigestEvent, Job, Notification } from "../../notifications/notification.ts";
import type { SubscriberPreferences } from "../../preferences/preference.ts";
import type { Subscriber } from "../../subscribers/subscriber.ts";
import type { TimeBudget } from "../../templates/templates.ts";
import type { Step } from "../../workflows/workflow.ts";
import type { WorkflowVersion } from "../../workflows/workflow-store.ts";

/** A notification in progress, with everything that is needed to decide about its steps. */
export type Run = {
  readonly notification: Notification;
  /** True until its rows are stored for the first time. */
  isNew: boolean;
  readonly workflow: WorkflowVersion;
  readonly payload: JsonObject;
  readonly overrides: JsonObject;
  /** Undefined after its deletion. */
  subscriber: Subscriber | undefined;
  /** The subscriber's preferences and schedule; undefined where there are none. */
  readonly choices: SubscriberPreferences | undefined;
  /** The contexts of the notification: `type:id`. */
  readonly contextKeys: readonly string[];
  /** The contexts with their data, as templates see them: `context.<type>.data`. */
  readonly contexts: JsonObject;
  readonly jobs: RunJob[];
  /**
   * Other jobs of the run are in progress beside the held one; then its worker stores the outcome of that one and
   * begins no other.
   */
  readonly isSplit: boolean;
  /** Events of the closed digests, by the step's database id. */
  readonly digestEvents: Map<string, DigestEvent[]>;
  /**
   * The number of events of each digest; `digestEvents` holds only the first ones where they are too large together.
   */
  readonly digestCounts: Map<string, number>;
  /** The subscriber's reactions to the in-app messages of earlier steps, by the step's database id. */
  readonly engagements: Map<string, Engagement>;
  /** Messages of the current job that must be handed to their providers now. */
  unanswered: Message[];
  /** Messages of the current job that wait for their next attempt. */
  postponed: Message[];
  /** A provider has accepted a message of the current job. */
  hasSent: boolean;
  /** How many messages of the current job were given up. */
  deadLetterCount: number;
  /** The time left, while this worker has the run, for its conditions and its texts. */
  readonly budget: RunBudget;
  /** The job whose lease this worker holds; a new run is held by its trigger's lease instead. */
  held: RunJob | undefined;
  changes: Changes;
};

export type RunBudget = { conditions: Work; texts: TimeBudget };

export type Engagement = {
  seen: boolean;
  read: boolean;
  lastSeenDate: string | null;
  lastReadDate: string | null;
};

/** A job as the engine sees it. */
export type RunJob = Job & {
  /** When the job is due again. */
  due: Due;
  /** The fencing token: only the worker that took this lease may store an outcome. */
  lease: number;
  /** The number of crashes once the limit is reached and no worker may run the job; 0 until then. */
  spentCrashes: number;
};
export type Due = { kind: "never" } | { kind: "at"; at: Date } | { kind: "leased" };

/** The changes of a run since it was last stored. */
export type Changes = {
  jobs: Set<RunJob>;
  newMessages: Message[];
  answeredMessages: Message[];
  details: ExecutionDetail[];
  /** Messages that were given up. */
  dead: { message: Message; reason: DeadReason }[];
  gate: Gate | undefined;
};

/** A step that only the database can decide, because several runs meet there: its row's lock orders them. */
export type Gate = DigestJoin | ThrottleEntry;

/** A digest job's request: to join the open window of its key, or to open one. */
export type DigestJoin = {
  kind: "digest";
  job: RunJob;
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
  job: RunJob;
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
  /** When `now` was read, as `performance.now()`. */
  readonly readAtMs: number;
  readonly integrations: readonly Integration[];
  /** Results of rules that depend on the payload only, shared by the batch. */
  readonly memo: RuleMemo;
};

/** The same context at the current time, by the monotonic clock. */
export function advancedToNow(context: DecisionContext): DecisionContext {
  const { now, isFrozen, readAtMs } = context;
  if (isFrozen) return context;
  const readNow = performance.now();
  return { ...context, now: new Date(now.getTime() + readNow - readAtMs), readAtMs: readNow };
}

/** Milliseconds for all texts of a run together; each text alone has half a second. */
const MAX_TEXTS_MS = 2_000;

/** The history of a run before it is loaded, and its budget. */
export function emptyHistory(): Pick<Run, "digestEvents" | "digestCounts" | "engagements" | "budget"> {
  const budget = { conditions: workOfRun(), texts: { leftMs: MAX_TEXTS_MS } };
  return { digestEvents: new Map(), digestCounts: new Map(), engagements: new Map(), budget };
}

/** The state of messages before any is sent. */
export function nothingSent(): Pick<Run, "unanswered" | "postponed" | "hasSent" | "deadLetterCount"> {
  return { unanswered: [], postponed: [], hasSent: false, deadLetterCount: 0 };
}

export function noChanges(): Changes {
  return { jobs: new Set(), newMessages: [], answeredMessages: [], details: [], dead: [], gate: undefined };
}

/** The job has not ended. */
export function isOpen(status: JobStatus): boolean {
  return OPEN_JOB_STATUSES.includes(status);
}

/**
 * The current job: the one this worker holds, and after it the next that has not begun, unless other workers may have
 * jobs of the run (`next-steps.ts`). Undefined when this worker has nothing to do.
 */
export function currentJob({ jobs, held, isSplit }: Run): RunJob | undefined {
  if (held && isOpen(held.status)) return held;
  if (isSplit) return undefined;
  const next = jobs.slice(held ? held.position + 1 : 0).find(({ status }) => isOpen(status));
  return held && next?.status !== "pending" && next?.status !== "queued" ? undefined : next;
}

export function stepOf(run: Run, job: Pick<Job, "stepId">): Step {
  const step = run.workflow.definition.steps.find((candidate) => candidate.id === job.stepId);
  if (!step) throw new Error(`workflow version without the step ${job.stepId}`);
  return step;
}
