import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEnvironment } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { addressIn } from "../app/navigation.ts";
import { useRead } from "../app/read.ts";
import { Combobox } from "../components/combobox.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Loading } from "../components/loading.tsx";
import { PageHeader } from "../components/page-header.tsx";
import styles from "./trigger.module.css";
import { words } from "./words.ts";

const LIMIT = 100;

/** The first step where the recipient is known and the workflow is not. */
export function ChooseWorkflowScreen() {
  const search = useSearch({ from: "/frame/in/$environment/trigger" });
  const { environment } = useEnvironment();
  const navigate = useNavigate();
  const { data, error, refetch } = useRead(["workflows", "to-trigger"], (client) =>
    client.workflows.list({ limit: LIMIT }),
  );
  const open = (workflowId: string): void => {
    const path = `workflows/${encodeURIComponent(workflowId)}/trigger`;
    if (workflowId !== "") void navigate({ to: addressIn(environment.identifier, path), search });
  };
  const options = data?.workflows.map(({ workflowId: value, name: label }) => ({
    value,
    label,
    hint: value,
  }));
  return (
    <>
      <PageHeader title={words.choose} />
      {error && <FailedRead title={words.cannotBeRead} error={error} onRetry={() => void refetch()} />}
      {!options && !error && <Loading label={words.reading} lines={3} />}
      {options?.length === 0 && <EmptyState title={words.noWorkflow}>{words.noWorkflowWhy}</EmptyState>}
      {options && options.length > 0 && (
        <div className={styles.choose}>
          <p>{words.chooseWhat}</p>
          <Combobox
            label={words.workflow}
            placeholder={words.workflow}
            options={options}
            value=""
            onChange={open}
          />
        </div>
      )}
    </>
  );
}
