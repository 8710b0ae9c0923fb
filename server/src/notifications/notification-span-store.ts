import { NOTIFICATION_STATES, type NotificationState } from "@tidings/contract";
import sql, { type Sql } from "sql-template-tag";
import { ALL_ROWS, SPAN_LEVELS, scopeOfWorkflow } from "../counters/counter-store.ts";
import type { SpanCounters } from "../counters/span-search-store.ts";
import type { NotificationFilter } from "./notification-store.ts";

/** Whether counters have the place of a page of this filter. */
export function hasSpans({ states, workflowIds, ...others }: NotificationFilter): boolean {
  return Object.values(others).every((value) => value === undefined);
}

type Counted = Pick<NotificationFilter, "states" | "workflowIds">;

/** The smallest spans are of 4 seconds, or of 65 seconds for workflows; the larger ones of 3 days and 17 minutes. */
export function spanCounters(environmentId: string, { states, workflowIds }: Counted): SpanCounters {
  const { words, amount } = counted(states ?? NOTIFICATION_STATES);
  const scopes = workflowIds?.map(scopeOfWorkflow) ?? [ALL_ROWS];
  return {
    levels: workflowIds ? SPAN_LEVELS.scoped : SPAN_LEVELS.all,
    sums: (level, isInside) => sql`
      select span, ${amount} as amount from notification_spans
      where environment_id = ${environmentId} and scope = any(${scopes}) and level = ${level}
        and state = any(${words}) and ${isInside}`,
    recent: sql`
      select span, ${amount} as amount from notification_appends
      where environment_id = ${environmentId} and state = any(${words})
        and ${workflowIds ? sql`workflow_id = any(${workflowIds})` : sql`true`}`,
  };
}

/** Delivered notifications are not counted: they are all ('') without those in another state. */
function counted(states: readonly NotificationState[]): { words: readonly string[]; amount: Sql } {
  if (!states.includes("delivered")) return { words: states, amount: sql`amount` };
  const others = NOTIFICATION_STATES.filter((state) => !states.includes(state));
  return { words: ["", ...others], amount: sql`case when state = '' then amount else -amount end` };
}
