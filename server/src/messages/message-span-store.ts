import sql, { join, type Sql } from "sql-template-tag";
import { ALL_ROWS, SPAN_LEVELS, scopeOfContexts, scopeOfWorkflow } from "../counters/counter-store.ts";
import type { SpanCounters } from "../counters/span-search-store.ts";
import { hidden, isCounted, sendingConditions, workflowConditions } from "./message-count-store.ts";
import { hashOfContexts, type MessageFilter } from "./message-filter-store.ts";

/** Whether counters have the place of a page of this filter. A page by workflow and contexts has to be walked. */
export function hasSpans(filter: MessageFilter): boolean {
  return isCounted(filter) && !(filter.workflowIds && filter.contextKeys);
}

/** Whether its messages may be few among many others. */
export const isScoped = ({ workflowIds, contextKeys }: MessageFilter): boolean =>
  workflowIds !== undefined || contextKeys !== undefined;

/** The smallest spans are of 4 seconds, or of 65 seconds for a workflow or contexts; the larger ones of 3 days and 17 minutes. */
export function spanCounters(environmentId: string, filter: MessageFilter): SpanCounters {
  const conditions = join([scopeIs(filter), ...sendingConditions(filter)], " and ");
  return {
    levels: isScoped(filter) ? SPAN_LEVELS.scoped : SPAN_LEVELS.all,
    sums: (level, isInside) => sql`
      select span, amount from message_spans
      where environment_id = ${environmentId} and level = ${level} and ${conditions} and ${isInside}`,
    recent: recent(environmentId, filter),
  };
}

function scopeIs({ workflowIds, contextKeys }: MessageFilter): Sql {
  if (workflowIds) return sql`scope = any(${workflowIds.map(scopeOfWorkflow)})`;
  if (contextKeys) return sql`scope = ${scopeOfContexts(hashOfContexts(contextKeys))}`;
  return sql`scope = ${ALL_ROWS}`;
}

function recent(environmentId: string, filter: MessageFilter): Sql {
  const conditions = [sql`true`, ...sendingConditions(filter), ...workflowConditions(filter)];
  if (filter.contextKeys) conditions.push(sql`contexts = ${hashOfContexts(filter.contextKeys)}`);
  return sql`
    select span, amount from count_appends
    where environment_id = ${environmentId} and list = 'messages' and ${join(conditions, " and ")}
    union all
    select left(h.id, ${SPAN_LEVELS.all.at(-1)}), -1 from ${hidden(environmentId, filter)}`;
}
