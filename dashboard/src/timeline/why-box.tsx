import type { ReactNode } from "react";
import { SentenceView } from "./sentence-view.tsx";
import styles from "./why-box.module.css";
import type { WhyAnswer } from "./why-of.ts";

/** Why the notification did not arrive, or what it waits for. `actions`: buttons and links. */
export function WhyBox({ why, actions }: { why: WhyAnswer; actions?: ReactNode }) {
  return (
    <section className={styles.box} data-tone={why.tone} aria-labelledby="why">
      <div className={styles.text}>
        <h2 id="why" className={styles.question}>
          {why.question}
        </h2>
        <p>
          <SentenceView sentence={why.sentence} />
        </p>
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </section>
  );
}
