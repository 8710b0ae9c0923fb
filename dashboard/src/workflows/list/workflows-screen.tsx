import { useNavigate, useSearch } from "@tanstack/react-router";
import { listWorkflows } from "@tidings/contract";
import { useMay } from "../../app/environment.tsx";
import { FailedRead } from "../../app/failed-read.tsx";
import { LinkButton } from "../../app/link-button.tsx";
import { Button } from "../../components/button.tsx";
import { CopyAs } from "../../components/copy-as.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loading } from "../../components/loading.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { WorkflowFilterBar } from "./filter-bar.tsx";
import { isNarrowed, pageOf, queryOf, type WorkflowFilters } from "./filters.ts";
import styles from "./list.module.css";
import { NewWorkflow } from "./new-workflow.tsx";
import { Pages } from "./pages.tsx";
import { useWorkflows } from "./reads.ts";
import { words } from "./words.ts";
import { WorkflowTable } from "./workflow-table.tsx";

/** All workflows of the environment, 25 at a time. */
export function WorkflowsScreen() {
  const { new: beginning, copy, ...filters } = useSearch({ from: "/frame/in/$environment/workflows" });
  const mayManage = useMay("manage");
  const query = queryOf(filters);
  const call = {
    operation: listWorkflows,
    query,
    sdk: { method: "workflows.list", args: [query] },
    cli: ["workflows", "list", ...(query.query ? ["--query", query.query] : [])],
  };
  const actions = (
    <>
      <CopyAs call={call} />
      {mayManage && <NewWorkflow beginning={beginning} original={copy} filters={filters} />}
    </>
  );
  return (
    <>
      <PageHeader title={words.title} actions={actions} />
      <WorkflowFilterBar filters={filters} />
      <List filters={filters} />
    </>
  );
}

function List({ filters }: { filters: WorkflowFilters }) {
  const { data, error, refetch } = useWorkflows(filters);
  if (error) return <FailedRead title={words.cannotBeRead} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading label={words.reading} lines={8} />;
  if (data.workflows.length === 0) return <NoRows filters={filters} />;
  return (
    <div className={styles.stack}>
      <WorkflowTable rows={data.workflows} />
      <Pages filters={filters} total={data.totalCount} />
    </div>
  );
}

function NoRows({ filters }: { filters: WorkflowFilters }) {
  const navigate = useNavigate();
  const open = (search: WorkflowFilters) => () => void navigate({ to: ".", search });
  if (pageOf(filters) > 1) {
    const { page: _, ...rest } = filters;
    return (
      <EmptyState title={words.noPage} action={<Button onClick={open(rest)}>{words.firstPage}</Button>}>
        {words.noPageWhy}
      </EmptyState>
    );
  }
  if (!isNarrowed(filters)) return <NoWorkflows />;
  return (
    <EmptyState title={words.noMatch} action={<Button onClick={open({})}>{words.clear}</Button>}>
      {words.noMatchWhy}
    </EmptyState>
  );
}

function NoWorkflows() {
  const mayManage = useMay("manage");
  const sample = mayManage && (
    <LinkButton to="." search={{ new: "welcome" } as never}>
      {words.beginWithSample}
    </LinkButton>
  );
  return (
    <EmptyState title={words.none} command={words.noneCommand} action={sample}>
      {words.noneWhy}
    </EmptyState>
  );
}
