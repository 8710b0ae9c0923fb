import type { ReasonClass } from "@tidings/contract";

/** The mark of a step: its shape (of `components/state-mark.tsx`) and its word. */
export type StepMark = {
  readonly shape:
    | "delivered"
    | "failed"
    | "unreachable"
    | "trying"
    | "waiting"
    | "pending"
    | "skipped"
    | "merged";
  readonly word: string;
};

const MARKS = {
  completed: { shape: "delivered", word: "Done" },
  failed: { shape: "failed", word: "Failed" },
  unreachable: { shape: "unreachable", word: "Not reachable" },
  trying: { shape: "trying", word: "Trying again" },
  delayed: { shape: "waiting", word: "Waiting" },
  running: { shape: "waiting", word: "In progress" },
  pending: { shape: "pending", word: "Not begun" },
  canceled: { shape: "skipped", word: "Not sent" },
  skipped: { shape: "skipped", word: "Not run" },
  merged: { shape: "merged", word: "Merged" },
} as const satisfies Record<string, StepMark>;

const OPEN: readonly string[] = ["pending", "queued", "running", "delayed"];
export const isOpenStatus = (status: string): boolean => OPEN.includes(status);

type Facts = {
  readonly status: string;
  readonly reason: ReasonClass | null;
  readonly isChannel: boolean;
  readonly isTrying: boolean;
};

/** Only a failure for a reason that is ours to repair is shown as one. */
export function markOf({ status, reason, isChannel, isTrying }: Facts): StepMark {
  switch (status) {
    case "canceled":
      return isChannel ? MARKS.canceled : MARKS.skipped;
    case "completed":
    case "skipped":
    case "merged":
    case "pending":
    case "delayed":
      return MARKS[status];
    case "failed":
      return reason === "theirs" || reason === "decided" ? MARKS.unreachable : MARKS.failed;
    default:
      return isTrying ? MARKS.trying : MARKS.running;
  }
}
