import { Refusal } from "../app/refusal.tsx";
import { Loading } from "../components/loading.tsx";
import type { ReadExplanation } from "../timeline/use-explanation.ts";
import { EXPLANATION_LABELS } from "../timeline/words.ts";
import { Explained } from "./explained.tsx";
import styles from "./trigger.module.css";
import { words } from "./words.ts";

type ViewProps = {
  /** False: nothing can be explained yet. */
  isAsked: boolean;
  explained: ReadExplanation;
};

/** What would happen, in the form of what happened. */
export function ExplanationView({ isAsked, explained: { explanation, error, isBusy } }: ViewProps) {
  return (
    <section className={styles.explanation} aria-labelledby="would-happen" aria-busy={isBusy}>
      <h2 id="would-happen">{words.wouldHappen}</h2>
      <p className={styles.help}>{isAsked ? EXPLANATION_LABELS.nothingSent : words.wouldHappenEmpty}</p>
      {isAsked && error && <Refusal title={words.notExplained} error={error} />}
      {isAsked && !error && !explanation && <Loading label={words.explaining} lines={4} />}
      {isAsked && !error && explanation && <Explained explanation={explanation} />}
    </section>
  );
}
