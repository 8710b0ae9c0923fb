import type { WorkflowListItem } from "@tidings/contract";
import { useRead } from "../../app/read.ts";
import { StateMark } from "../../components/state-mark.tsx";
import styles from "./list.module.css";
import { lastDaySentence } from "./words.ts";

const EVERY_MS = 30_000;

/** How many messages of a workflow were delivered in the last 24 hours, and how many of its steps failed. */
export function LastDay({ row: { workflowId } }: { row: WorkflowListItem }) {
  const { data } = useRead(
    ["statistics", "workflows"],
    (client) => client.statistics.get({ by: "workflow" }),
    {
      everyMs: EVERY_MS,
    },
  );
  const { delivered = 0, failed = 0 } = data?.groups?.find(({ key }) => key === workflowId) ?? {};
  if (delivered + failed === 0) return null;
  return (
    <span className={styles.lastDay} title={lastDaySentence(delivered, failed)}>
      {delivered.toLocaleString("en")}
      {failed > 0 && <StateMark state="failed" word={failed.toLocaleString("en")} />}
      <span className="visually-hidden">{lastDaySentence(delivered, failed)}</span>
    </span>
  );
}
