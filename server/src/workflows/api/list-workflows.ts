import { listWorkflows as operation, type QueryOf } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { MOST_WORKFLOWS } from "../add-workflow.ts";
import { type ReviewParts, reviewWorkflows } from "../review.ts";
import { listWorkflows as list, type WorkflowFilter } from "../workflow-list-store.ts";
import { toListItem } from "./workflow-wire.ts";

type Query = QueryOf<typeof operation>;

const PAGE_SIZE = 50;

export const listWorkflows = (api: Api) =>
  endpoint(operation, async ({ database, environment, query }) => {
    const { limit = PAGE_SIZE, offset = 0 } = query;
    if (query.status) return listByStatus({ ...api, database }, environment.id, query);
    const filter = { ...filterOf(query), limit, offset };
    const { workflows, totalCount } = await list(database, environment.id, filter);
    const reviews = await reviewWorkflows({ ...api, database }, environment.id, workflows);
    return { workflows: reviews.map((review) => toListItem(review, api.brand)), totalCount };
  });

/** A status is found by looking a workflow through, so all are looked through; the limit keeps them few. */
async function listByStatus(parts: ReviewParts & Api, environmentId: string, query: Query) {
  const { limit = PAGE_SIZE, offset = 0, status = [] } = query;
  const filter = { ...filterOf(query), limit: MOST_WORKFLOWS, offset: 0 };
  const { workflows } = await list(parts.database, environmentId, filter);
  const reviews = await reviewWorkflows(parts, environmentId, workflows);
  const matching = reviews.filter((review) => status.includes(review.status));
  const page = matching.slice(offset, offset + limit);
  return { workflows: page.map((review) => toListItem(review, parts.brand)), totalCount: matching.length };
}

/** The newest first, as long as nothing else is said. */
function filterOf(query: Query): Omit<WorkflowFilter, "limit" | "offset"> {
  const { orderBy = "createdAt", orderDirection = "DESC" } = query;
  return {
    ...(query.query ? { query: query.query } : {}),
    ...(query.tags ? { tags: query.tags } : {}),
    orderBy,
    direction: orderDirection === "ASC" ? "asc" : "desc",
  };
}
