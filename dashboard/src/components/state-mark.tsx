import type { ReactElement } from "react";
import styles from "./state-mark.module.css";

/** The shapes of states: of notifications, and of jobs (`trying`, `pending`). */
export type State =
  | "waiting"
  | "delivered"
  | "failed"
  | "skipped"
  | "merged"
  | "trying"
  | "pending"
  | "unreachable";

const ring = (more: ReactElement | null, dash?: string) => (
  <>
    <circle
      cx="8"
      cy="8"
      r="6.25"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeDasharray={dash}
    />
    {more}
  </>
);
const line = (path: string) => (
  <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
);
const cut = (path: string) => (
  <path d={path} fill="none" stroke="var(--mark-ground)" strokeWidth="1.75" strokeLinecap="round" />
);

/** Never color alone: each state has a shape. */
const MARKS: Record<State, { word: string; tone: string; shape: ReactElement }> = {
  waiting: { word: "Waiting", tone: "wait", shape: ring(line("M8 4.75V8l2.25 1.5")) },
  delivered: {
    word: "Delivered",
    tone: "ok",
    shape: (
      <>
        <circle cx="8" cy="8" r="7" fill="currentColor" />
        {cut("m5 8.2 2.1 2.1L11 6")}
      </>
    ),
  },
  failed: {
    word: "Failed",
    tone: "bad",
    shape: (
      <>
        <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" fill="currentColor" />
        {cut("M8 4.5v4M8 11.4v.1")}
      </>
    ),
  },
  skipped: { word: "Skipped", tone: "idle", shape: ring(line("M5.5 8h5"), "2.6 1.7") },
  unreachable: { word: "Not reachable", tone: "idle", shape: ring(line("m5.75 5.75 4.5 4.5m0-4.5-4.5 4.5")) },
  merged: {
    word: "Merged",
    tone: "idle",
    shape: (
      <g fill="none" stroke="currentColor" strokeWidth="1.5">
        <circle cx="6" cy="8" r="4.5" />
        <circle cx="10" cy="8" r="4.5" />
      </g>
    ),
  },
  trying: {
    word: "Trying again",
    tone: "warn",
    shape: (
      <>
        <path d="M8 1.5 15.5 14.5H.5z" fill="currentColor" />
        {cut("M8 6v3.6M8 12v.1")}
      </>
    ),
  },
  pending: {
    word: "Pending",
    tone: "idle",
    shape: <circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" />,
  },
};

/** The word of a state, in lists and filters. */
export const stateWord = (state: State): string => MARKS[state].word;

type MarkProps = {
  state: State;
  /** Another word than the state's own, such as "Dead letter". */
  word?: string;
  /** True: only the shape; the word is read by screen readers. */
  isShapeOnly?: boolean;
};

/** Shape and word of a state, in its color. */
export function StateMark({ state, word = stateWord(state), isShapeOnly }: MarkProps) {
  const { tone, shape } = MARKS[state];
  return (
    <span className={styles.mark} data-tone={tone} title={isShapeOnly ? word : undefined}>
      <svg viewBox="0 0 16 16" width="16" height="16" className={styles.shape} aria-hidden="true">
        {shape}
      </svg>
      <span className={isShapeOnly ? "visually-hidden" : styles.word}>{word}</span>
    </span>
  );
}
