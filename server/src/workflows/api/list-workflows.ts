import { listWorkflows as operation, type QueryOf, type WorkflowListItem } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { MAX_WORKFLOWS } from "../add-workflow.ts";
import { reviewListed } from "../review.ts";
import { listWorkflows as list, type WorkflowFilter } from "../workflow-list-store.ts";
import { toListItem } from "./workflow-wire.ts";

type Query = QueryOf<typeof operation>;

const PAGE_SIZE = 50;

export const listWorkflows = (api: Api) =>
  endpoint(operation, async ({ database, environment, query }) => {
    const { limit = PAGE_SIZE, offset = 0, status } = query;
    // The status is the result of a review, so a filter by status reviews all workflows (100 at most).
    const window = status ? { limit: MAX_WORKFLOWS, offset: 0 } : { limit, offset };
    const found = await list(database, environment.id, { ...filterOf(query), ...window });
    const workflows: WorkflowListItem[] = [];
    for await (const review of reviewListed({ ...api, database }, environment.id, found.listed)) {
      if (!status || status.includes(review.status)) workflows.push(toListItem(review, api.brand));
    }
    if (!status) return { workflows, totalCount: found.totalCount };
    return { workflows: workflows.slice(offset, offset + limit), totalCount: workflows.length };
  });

/** By default the newest first. */
function filterOf(query: Query): Omit<WorkflowFilter, "limit" | "offset"> {
  const { orderBy = "createdAt", orderDirection = "DESC" } = query;
  return {
    ...(query.query ? { query: query.query } : {}),
    ...(query.tags ? { tags: query.tags } : {}),
    orderBy,
    direction: orderDirection === "ASC" ? "asc" : "desc",
  };
}
