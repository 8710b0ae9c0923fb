import { SEVERITIES } from "@tidings/contract";
import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { VersionKey } from "../workflows/workflow-store.ts";

/** The trigger's severity is one of these words, or it has none and its workflow version's is. */
export type SeverityFilter = {
  readonly words: readonly string[];
  /** The workflow versions with one of the severities. */
  readonly versions: readonly VersionKey[];
  /** The triggers with a severity of their own: one of the words, or another; undefined if there are more than 2,000. */
  readonly triggers?: { readonly matching: readonly string[]; readonly others: readonly string[] };
};

/** Up to this many triggers with a severity of their own are read before the list and compared as an array. */
const FEW_TRIGGERS = 2_000;

/** Up to this many workflows have their notifications read from the index of workflows. */
const FEW_WORKFLOWS = 20;

export async function findSeverityFilter(
  database: Queryable,
  environmentId: string,
  words: readonly string[],
  versions: readonly VersionKey[],
): Promise<SeverityFilter> {
  const rows = await database.queryPlanned<{ id: string; isMatching: boolean }>(sql`
    select t.id, t.overrides ->> 'severity' = any(${words}) as "isMatching" from triggers t
    where t.environment_id = ${environmentId} and ${saysOneOf(SEVERITIES)} limit ${FEW_TRIGGERS + 1}`);
  if (rows.length > FEW_TRIGGERS) return { words, versions };
  const idsWhere = (isMatching: boolean) =>
    rows.filter((row) => row.isMatching === isMatching).map(({ id }) => id);
  return { words, versions, triggers: { matching: idsWhere(true), others: idsWhere(false) } };
}

/** The SQL condition for the notifications `n`. */
export function hasSeverity(environmentId: string, { words, versions, triggers }: SeverityFilter): Sql {
  if (triggers) {
    const byWorkflow = sql`(${oneOf(versions)} and n.trigger_id <> all(${triggers.others}))`;
    return sql`(n.trigger_id = any(${triggers.matching}) or ${byWorkflow})`;
  }
  if (versions.length === 0)
    return sql`n.trigger_id = any(array(
    select t.id from triggers t where t.environment_id = ${environmentId} and ${saysOneOf(words)}))`;
  const bySelf = triggerSays(environmentId, words);
  return sql`(${bySelf} or (${oneOf(versions)} and not ${triggerSays(environmentId, SEVERITIES)}))`;
}

/**
 * The same condition as parts that have no notification in common: of each workflow, which an index has in the order of the
 * list, and of triggers with a severity of their own. Undefined if there are more than 20 workflows or many triggers.
 */
export function severityParts({ versions, triggers }: SeverityFilter): Sql[] | undefined {
  const workflowIds = [...new Set(versions.map(({ workflowId }) => workflowId))];
  if (!triggers || workflowIds.length > FEW_WORKFLOWS) return undefined;
  const { matching, others } = triggers;
  const ofWorkflows = workflowIds.map((id) => {
    const numbers = versions.filter(({ workflowId }) => workflowId === id).map(({ version }) => version);
    return sql`n.workflow_id = ${id} and n.workflow_version = any(${numbers}::integer[])
      and n.trigger_id <> all(${[...matching, ...others]})`;
  });
  return [...ofWorkflows, sql`n.trigger_id = any(${matching})`];
}

/**
 * Notifications are read in their own order and each is compared: PostgreSQL hashes the triggers of the index
 * triggers_with_severity if there are few, or looks up each trigger by its key if there are many. With a comparison
 * against an array, page 10,000 of 400,000 notifications took 36 s.
 */
function triggerSays(environmentId: string, words: readonly string[]): Sql {
  return sql`exists (select from triggers t
    where t.environment_id = ${environmentId} and t.id = n.trigger_id and ${saysOneOf(words)})`;
}

function saysOneOf(words: readonly string[]): Sql {
  return sql`t.overrides ->> 'severity' is not null and t.overrides ->> 'severity' = any(${words})`;
}

/** Also compares the workflow ids alone, so that PostgreSQL can use the index on them for rare workflows. */
export function oneOf(versions: readonly VersionKey[]): Sql {
  const ids = versions.map(({ workflowId }) => workflowId);
  const numbers = versions.map(({ version }) => version);
  return sql`n.workflow_id = any(${[...new Set(ids)]}) and (n.workflow_id, n.workflow_version) in (
    select * from unnest(${ids}::text[], ${numbers}::integer[]))`;
}
