import sql from "sql-template-tag";
import type { Queryable } from "../src/database/database.ts";

/** A sum of notifications that differs from the rows; the state is empty for all notifications. */
export type WrongSum = {
  scope: string;
  level: number;
  span: string;
  state: string;
  counted: number;
  rows: number;
};

/** Compares the sums and differences of an environment's notifications with its notifications and jobs, in one statement. */
export function wrongNotificationSums(database: Queryable, environmentId: string): Promise<WrongSum[]> {
  return database.queryPlanned<WrongSum>(sql`
    with ended as (
      select j.notification_id, case
        when bool_or(j.status in ('pending', 'queued', 'delayed', 'running')) then 'waiting'
        when bool_or(j.status = 'completed' and j.type in ('in_app', 'email', 'sms', 'chat', 'push'))
          or bool_and(j.status = 'completed') then 'delivered'
        when bool_or(j.status = 'failed') then 'failed'
        when bool_or(j.status = 'merged') then 'merged'
        else 'skipped' end as state
      from jobs j where j.environment_id = ${environmentId} group by 1
    ), present as (
      select left(n.id, 9) as span, n.workflow_id, s.state, 0 as counted, 1 as rows
      from notifications n left join ended on ended.notification_id = n.id
      cross join lateral (select '' as state union select ended.state where ended.state <> 'delivered') s
      where n.environment_id = ${environmentId}
      union all
      select span, workflow_id, state, amount, 0 from notification_appends where environment_id = ${environmentId}
    )
    select scope, level, span, state, sum(counted)::integer as counted, sum(rows)::integer as rows from (
      select scope, level, span, state, amount as counted, 0 as rows
      from notification_spans where environment_id = ${environmentId}
      union all
      select l.scope, l.level, left(span, l.level), state, counted, rows from present cross join lateral (
        select '' as scope, unnest(array[5, 7, 9]) as level
        union all
        select 'w' || workflow_id, unnest(array[5, 7, 8])) l
    ) compared
    group by 1, 2, 3, 4 having sum(counted) <> sum(rows)`);
}
