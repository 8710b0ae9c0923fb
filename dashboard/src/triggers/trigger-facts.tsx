import type { TriggerReport } from "@tidings/contract";
import type { ReactNode } from "react";
import { CopyButton } from "../components/copy-button.tsx";
import { Moment } from "../components/moment.tsx";
import styles from "./trigger-screen.module.css";
import { triggerWords as words } from "./trigger-words.ts";

/** When, and what kept it from all its recipients. */
export function TriggerFacts({ report }: { report: TriggerReport }) {
  const { createdAt, transactionId, isExpanding, isCanceled, failure, unknownTopics } = report;
  return (
    <>
      <dl className={styles.facts}>
        <Fact name={words.triggered}>
          <Moment at={createdAt} />
        </Fact>
        <Fact name={words.transaction}>
          <code>{transactionId}</code> <CopyButton text={transactionId} label="Copy the transaction" />
        </Fact>
        {unknownTopics.length > 0 && <Fact name={words.unknownTopics}>{unknownTopics.join(", ")}</Fact>}
      </dl>
      {isExpanding && <p role="status">{words.expanding}</p>}
      {isCanceled && <p>{words.canceled}</p>}
      {failure && (
        <p className={styles.failure}>
          {words.failure}: {failure.message}
        </p>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
