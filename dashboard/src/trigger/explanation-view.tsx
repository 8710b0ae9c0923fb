import type { Explanation } from "@tidings/contract";
import { Loading } from "../components/loading.tsx";
import { Explained } from "./explained.tsx";
import type { Chosen } from "./recipients.ts";
import { Refusal } from "./refusal.tsx";
import styles from "./trigger.module.css";
import { words } from "./words.ts";

type ViewProps = {
  /** False: nothing can be explained yet. */
  isAsked: boolean;
  /** False: something was typed since. */
  isCurrent: boolean;
  explanation: Explanation | undefined;
  error: Error | null;
  to: readonly Chosen[];
};

/** What would happen, in the form of what happened. */
export function ExplanationView({ isAsked, isCurrent, explanation, error, to }: ViewProps) {
  return (
    <section className={styles.explanation} aria-labelledby="would-happen" aria-busy={isAsked && !isCurrent}>
      <h2 id="would-happen">{words.wouldHappen}</h2>
      {!isAsked && <p className={styles.help}>{words.wouldHappenEmpty}</p>}
      {isAsked && error && <Refusal title={words.notExplained} error={error} />}
      {isAsked && !error && !explanation && <Loading label={words.explaining} lines={4} />}
      {isAsked && !error && explanation && <Explained explanation={explanation} to={to} />}
    </section>
  );
}
