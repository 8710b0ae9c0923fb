import type { DeadReason } from "@tidings/contract";
import type { Message } from "../../messages/message.ts";
import type { RunDetail } from "../../notifications/execution-detail.ts";
import type { Note } from "./decision.ts";
import type { Gate, Run, RunJob, Sending } from "./run.ts";

/**
 * A run after some of its steps were decided, and what is different from its stored state. When the changes cannot be
 * stored, they are dropped: `from` is unchanged.
 */
export type AdvancedRun = {
  /** The run as it is stored, or a new run as it was created. */
  readonly from: Run;
  readonly run: Run;
  readonly changes: Changes;
};

export type Changes = {
  /** The positions of the jobs whose rows change. */
  readonly jobs: ReadonlySet<number>;
  readonly newMessages: readonly Message[];
  readonly answeredMessages: readonly Message[];
  readonly details: readonly RunDetail[];
  /** Messages that were given up. */
  readonly dead: readonly DeadMessage[];
  /** The gate at which the run waits, and the position of its job. */
  readonly gate: AtGate | undefined;
};

export type DeadMessage = { message: Message; reason: DeadReason };
export type AtGate<G extends Gate = Gate> = G & { readonly position: number };

const NO_CHANGES: Changes = {
  jobs: new Set(),
  newMessages: [],
  answeredMessages: [],
  details: [],
  dead: [],
  gate: undefined,
};

/** The run before anything of it is decided. */
export function unchanged(run: Run): AdvancedRun {
  return { from: run, run, changes: NO_CHANGES };
}

/** Nothing of it must be stored. */
export function isUnchanged({ from, changes }: AdvancedRun): boolean {
  const { jobs, details, answeredMessages, newMessages } = changes;
  return !from.isNew && jobs.size + details.length + answeredMessages.length + newMessages.length === 0;
}

export function jobAt({ run }: AdvancedRun, position: number): RunJob {
  const job = run.jobs[position];
  if (!job) throw new Error(`a run without a job at position ${position}`);
  return job;
}

/** The job's row must be stored. */
function withChangedRow(advanced: AdvancedRun, position: number): AdvancedRun {
  const { changes } = advanced;
  if (changes.jobs.has(position)) return advanced;
  return { ...advanced, changes: { ...changes, jobs: new Set([...changes.jobs, position]) } };
}

/** With another state of one job. */
export function withJob(
  advanced: AdvancedRun,
  position: number,
  state: Partial<
    Pick<RunJob, "status" | "due" | "digest" | "output" | "providerId" | "scheduleExtensionsCount">
  >,
): AdvancedRun {
  const changed = withChangedRow(advanced, position);
  const { run } = changed;
  return {
    ...changed,
    run: { ...run, jobs: run.jobs.with(position, { ...jobAt(changed, position), ...state }) },
  };
}

export function withSending(advanced: AdvancedRun, sending: Partial<Sending>): AdvancedRun {
  const { run } = advanced;
  return { ...advanced, run: { ...run, sending: { ...run.sending, ...sending } } };
}

type Added = Partial<Pick<Changes, "newMessages" | "answeredMessages" | "dead" | "details">>;

/** With more rows to store. */
export function withRows(advanced: AdvancedRun, rows: Added): AdvancedRun {
  const { newMessages, answeredMessages, dead, details } = advanced.changes;
  const changes: Changes = {
    ...advanced.changes,
    newMessages: joined(newMessages, rows.newMessages),
    answeredMessages: joined(answeredMessages, rows.answeredMessages),
    dead: joined(dead, rows.dead),
    details: joined(details, rows.details),
  };
  return { ...advanced, changes };
}

/** With a new message in place of the one with its id. */
export function withNewMessage(advanced: AdvancedRun, message: Message): AdvancedRun {
  const replaced = (messages: readonly Message[]) =>
    messages.map((one) => (one.id === message.id ? message : one));
  const { changes, run } = advanced;
  const changed = withSending(advanced, { unanswered: replaced(run.sending.unanswered) });
  return { ...changed, changes: { ...changes, newMessages: replaced(changes.newMessages) } };
}

function joined<T>(before: readonly T[], added: readonly T[] = []): readonly T[] {
  return added.length === 0 ? before : [...before, ...added];
}

/** The run waits at a gate, or (undefined) has passed it. */
export function withGate(advanced: AdvancedRun, gate: AtGate | undefined): AdvancedRun {
  return { ...advanced, changes: { ...advanced.changes, gate } };
}

/** With execution details of a job. */
export function note(advanced: AdvancedRun, position: number, notes: readonly Note[]): AdvancedRun {
  const details = notes.map(({ code, providerId, isRetry = false, raw }) => ({
    position,
    code,
    providerId: providerId ?? null,
    isRetry,
    raw: raw === undefined ? null : JSON.stringify(raw),
  }));
  return withRows(withChangedRow(advanced, position), { details });
}
