import type { JobStatus } from "@tidings/contract";

type Transition = Readonly<Partial<Record<JobStatus, readonly JobStatus[]>>>;

/** All changes of a job's status, by what causes them: from each status to which others. */
export const JOB_TRANSITIONS = {
  /** The worker that holds the job, or the whole run, decides. */
  work: {
    pending: ["queued", "canceled", "merged", "skipped"],
    queued: ["running", "delayed", "completed", "failed", "canceled", "merged", "skipped"],
    running: ["completed", "failed", "canceled", "delayed"],
    delayed: ["completed", "failed", "canceled", "merged", "running", "delayed"],
  },
  /** A client cancels the trigger: jobs that wait, and those merged into the digest of another notification. */
  cancel: {
    pending: ["canceled"],
    delayed: ["canceled"],
    /** `completed`: its message is sent, only some of its other recipients were waited for. */
    running: ["canceled", "completed"],
    merged: ["canceled"],
  },
  /** The notification that opened a digest window was canceled: the earliest one left in it closes the window. */
  handOver: { merged: ["delayed", "pending"] },
  /** An operator replays a dead letter or resends a message. */
  resend: { completed: ["running"], failed: ["running"] },
} satisfies Readonly<Record<string, Transition>>;

export type TransitionCause = keyof typeof JOB_TRANSITIONS;

/** Whether the cause may change a job from one status to the other. */
export function isAllowed(cause: TransitionCause, from: JobStatus, to: JobStatus): boolean {
  const transitions: Transition = JOB_TRANSITIONS[cause];
  return transitions[from]?.includes(to) ?? false;
}

/** The statuses from which a cause may change a job: for the condition of an UPDATE. */
export function sourcesOf(cause: TransitionCause): JobStatus[] {
  return Object.keys(JOB_TRANSITIONS[cause]) as JobStatus[];
}
