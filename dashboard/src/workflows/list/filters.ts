import { type listWorkflows, type QueryOf, WORKFLOW_STATUSES } from "@tidings/contract";

/** The parameters of the list's address that choose its rows. */
export type WorkflowFilters = { query?: string; tag?: string; status?: string; page?: string };

export const PAGE_ROWS = 25;

/** Starts at 1; other texts are the first page. */
export const pageOf = ({ page = "1" }: WorkflowFilters): number =>
  /^[1-9]\d{0,2}$/.test(page) ? Number(page) : 1;

/** By name, so that no row moves when something is triggered. */
export function queryOf(filters: WorkflowFilters): QueryOf<typeof listWorkflows> {
  const { query, tag } = filters;
  const status = WORKFLOW_STATUSES.find((one) => one === filters.status);
  return {
    limit: PAGE_ROWS,
    orderBy: "name",
    orderDirection: "ASC",
    ...(pageOf(filters) > 1 ? { offset: (pageOf(filters) - 1) * PAGE_ROWS } : {}),
    ...(query ? { query } : {}),
    ...(tag ? { tags: [tag] } : {}),
    ...(status ? { status: [status] } : {}),
  };
}

export const isNarrowed = ({ query, tag, status }: WorkflowFilters): boolean =>
  Boolean(query || tag || status);

/** The filters with these changes, on the first page. */
export function changed({ query, tag, status }: WorkflowFilters, changes: WorkflowFilters): WorkflowFilters {
  const given = Object.entries({ query, tag, status, ...changes }).filter(([, value]) => Boolean(value));
  return Object.fromEntries(given);
}
