import { type Channel, type DeadReason, type JobStatus, OPEN_JOB_STATUSES } from "@tidings/contract";
import type { RuleMemo } from "../../conditions/rule-memo.ts";
import { type Work, workOfRun } from "../../conditions/work.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import type { Integration } from "../../integrations/integration.ts";
import type { Message } from "../../messages/message.ts";
import type { DetailCode, ExecutionDetail } from "../../notifications/execution-detail.ts";
import type { DigestEvent, Job, Notification } from "../../notifications/notification.ts";
import type { SubscriberPreferences } from "../../preferences/preference.ts";
import type { Subscriber } from "../../subscribers/subscriber.ts";
import type { TimeBudget } from "../../templates/templates.ts";
import type { Step } from "../../workflows/workflow.ts";
import type { WorkflowVersion } from "../../workflows/workflow-store.ts";

/** A notification on its way through its steps, with everything needed to decide about them. */
export type Run = {
  readonly notification: Notification;
  /** True until its rows are stored for the first time. */
  isNew: boolean;
  readonly workflow: WorkflowVersion;
  readonly payload: JsonObject;
  readonly overrides: JsonObject;
  /** Undefined once it was deleted. */
  subscriber: Subscriber | undefined;
  /** What the subscriber chose to get and when; nothing where they never chose. */
  readonly choices: SubscriberPreferences | undefined;
  /** Where the notification belongs: `type:id`. */
  readonly contextKeys: readonly string[];
  /** The same with their data, as templates see them: `context.<type>.data`. */
  readonly contexts: JsonObject;
  readonly jobs: RunJob[];
  /** Other jobs of it are under way beside the held one; then its worker stores the outcome of that one and begins none. */
  readonly isSplit: boolean;
  /** Events of the closed digests, by the step's database id. */
  readonly digestEvents: Map<string, DigestEvent[]>;
  /** How many events each of them has in all; `digestEvents` holds the first ones where they are too large together. */
  readonly digestCounts: Map<string, number>;
  /** What the subscriber did with the in-app messages of earlier steps, by the step's database id. */
  readonly engagements: Map<string, Engagement>;
  /** Messages of the current job that must be handed to their providers now. */
  unanswered: Message[];
  /** Messages of the current job that wait for their next attempt. */
  postponed: Message[];
  /** A message of the current job was taken. */
  hasSent: boolean;
  /** How many messages of the current job were given up. */
  deadLetterCount: number;
  /** What is left, while this worker has the run, for its conditions to look at and for its texts to take. */
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
  /** What the queue shall do with it. */
  due: Due;
  /** The fence token: only who took this lease may still store an outcome. */
  lease: number;
  /** How many workers took it and died or failed, once no other may take it; 0 until then. */
  spentCrashes: number;
};
export type Due = { kind: "never" } | { kind: "at"; at: Date } | { kind: "leased" };

/** What a run came to since it was last stored. */
export type Changes = {
  jobs: Set<RunJob>;
  newMessages: Message[];
  answeredMessages: Message[];
  details: ExecutionDetail[];
  /** Messages that were given up. */
  dead: { message: Message; reason: DeadReason }[];
  gate: Gate | undefined;
};

/** A step that only the database can decide, because runs meet there: its row's lock orders them. */
export type Gate = DigestJoin | ThrottleEntry;

/** The wish of a digest job: into the open window of its key, or else to open one. */
export type DigestJoin = {
  kind: "digest";
  job: RunJob;
  digestKey: string;
  closesAt: Date;
  /** The window slides with each event, but not beyond this moment. */
  latestCloseAt?: Date;
  /** The window closes when it holds so many events. */
  closesAtCount?: number;
  /** Only collect when another event came this shortly before. */
  lookBackMs?: number;
};

/** The wish of a throttle job to pass: at most `threshold` do until the window ends. */
export type ThrottleEntry = {
  kind: "throttle";
  job: RunJob;
  throttleKey: string;
  threshold: number;
  windowEndsAt: Date;
};

/** What the steps may look at, and nothing else. */
export type DecisionContext = {
  /** The environment's time: the database's, or that of a test clock. */
  readonly now: Date;
  /** A held clock stands still, also while providers answer. */
  readonly isFrozen: boolean;
  /** When `now` was read, as `performance.now()`. */
  readonly readAtMs: number;
  readonly integrations: readonly Integration[];
  /** What the batch knows of rules that ask the payload only. */
  readonly memo: RuleMemo;
};

/** The same surroundings as long after as it is now, by the monotonic clock. */
export function advancedToNow(context: DecisionContext): DecisionContext {
  const { now, isFrozen, readAtMs } = context;
  if (isFrozen) return context;
  const readNow = performance.now();
  return { ...context, now: new Date(now.getTime() + readNow - readAtMs), readAtMs: readNow };
}

/** What one step decides. Pure code makes it, `advance` carries it out. */
export type Decision =
  | { kind: "complete"; output?: JsonObject; details: Note[] }
  | { kind: "wait"; until: Date; settings: JsonObject; details: Note[] }
  | { kind: "gate"; gate: WithoutJob<Gate>; settings: JsonObject; details: Note[] }
  /** What the step is told to do is rendered, and that is its result. */
  | { kind: "output"; value: JsonObject; details: Note[] }
  /** The step does not happen: what it carries is canceled, a step that only orders the others is skipped. */
  | { kind: "pass_over"; status: "canceled" | "skipped"; details: Note[] }
  /** A wait that is over goes on until the subscriber's schedule is open. */
  | { kind: "extend"; until: Date; details: Note[] }
  | { kind: "fail"; details: Note[]; endsRun: boolean }
  | Delivery;

/** Each kind of gate, before it is known whose it is. */
type WithoutJob<G> = G extends unknown ? Omit<G, "job"> : never;

/** A channel step that goes ahead: what to render, and for whom. */
export type Delivery = {
  kind: "deliver";
  channel: Channel;
  targets: Target[];
  details: Note[];
  /** What to render instead of the step's own control values: those of a variant. */
  controls?: JsonObject;
};

/** One place a message goes to, through one integration; `failure` says why it cannot. */
export type Target = {
  integration: Integration;
  address: TargetAddress;
  failure?: { code: DetailCode; errorId: string; errorText: string };
};
export type TargetAddress = {
  email?: string;
  phone?: string;
  webhookUrl?: string;
  channel?: string;
  deviceTokens?: string[];
};

/** A detail before it has an id. */
export type Note = { code: DetailCode; providerId?: string; isRetry?: boolean; raw?: Json };

/** All texts of a run together; each alone has half a second. */
const MAX_TEXTS_MS = 2_000;

/** What a run knows of its past before it is recalled, and what it may use. */
export function emptyHistory(): Pick<Run, "digestEvents" | "digestCounts" | "engagements" | "budget"> {
  const budget = { conditions: workOfRun(), texts: { leftMs: MAX_TEXTS_MS } };
  return { digestEvents: new Map(), digestCounts: new Map(), engagements: new Map(), budget };
}

/** What a run knows of its messages before any is sent. */
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
 * The job whose turn it is: the one this worker holds, and after it the next that was not begun, unless other workers may
 * have jobs of the run (`next-steps.ts`). Undefined when there is nothing to do for this worker.
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
