import type { Workflow } from "@tidings/contract";
import { useRead } from "../../app/read.ts";
import { queryOf, type WorkflowFilters } from "./filters.ts";

/** What writes of this folder change: the lists, and the pages of one workflow. */
export const CHANGES = [["workflows"], ["workflow"]] as const;
/** Others may change workflows, and triggers go on, while the list is open. */
const EVERY_MS = 15_000;
/** An environment has at most as many. */
const ALL = 100;

export const useWorkflows = (filters: WorkflowFilters) =>
  useRead(["workflows", "list", filters], (client) => client.workflows.list(queryOf(filters)), {
    keepsPrevious: true,
    everyMs: EVERY_MS,
  });

/** All tags of the environment's workflows, by name. */
export function useTags(): readonly string[] {
  const { data } = useRead(["workflows", "all"], (client) => client.workflows.list({ limit: ALL }));
  return [...new Set((data?.workflows ?? []).flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b));
}

/** The workflow that is to be copied; nothing is read without one. */
export const useOriginal = (workflowId: string | undefined) =>
  useRead<Workflow>(["workflow", workflowId], (client) => client.workflows.get(workflowId ?? ""), {
    isEnabled: Boolean(workflowId),
  });
