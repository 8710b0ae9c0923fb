import sql from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import type { SealedColumn } from "../../database/seal-anew.ts";
import { newId } from "../../foundation/id.ts";
import type { SubscriberId } from "../../foundation/ids.ts";

/** Where the addresses are stored that are to be redacted in the copies of a trigger's payload. */
export const SEALED_COPIES: SealedColumn = {
  table: "erasure_copies",
  column: "addresses_sealed",
  idColumn: "id",
  word: "erasure_copies",
};

/** A trigger whose copies an erasure still has to redact, and after which of its recipients. */
export type CopiesTask = { id: string; triggerId: string; lastSubscriberId: string; addresses: string[] };

type Owner = { environmentId: string; id: SubscriberId };

function placeOf(environmentId: string, id: string): string {
  return `${environmentId}|${SEALED_COPIES.word}|${id}`;
}

/** Stores what the last stage of the erasure has to do for these triggers. */
export async function rememberCopies(
  tx: Queryable,
  {
    environmentId,
    id: erasureId,
    requestedAt,
    addresses,
  }: Owner & { requestedAt: Date; addresses: readonly string[] },
  triggerIds: readonly string[],
): Promise<void> {
  if (triggerIds.length === 0) return;
  const rows = triggerIds.map((triggerId) => {
    const id = newId(requestedAt.getTime());
    return { id, triggerId, sealed: tx.secrets.seal(placeOf(environmentId, id), JSON.stringify(addresses)) };
  });
  await tx.query(sql`
    insert into erasure_copies (environment_id, id, erasure_id, trigger_id, addresses_sealed)
    select ${environmentId}, x.id, ${erasureId}, x."triggerId", x.sealed
    from json_to_recordset(${JSON.stringify(rows)}) as x(id text, "triggerId" text, sealed text)`);
}

/** The erasure's next task; undefined when none is left. */
export async function nextTask(
  tx: Queryable,
  { environmentId, id: erasureId }: Owner,
): Promise<CopiesTask | undefined> {
  const [row] = await tx.query<Omit<CopiesTask, "addresses"> & { sealed: string }>(sql`
    select id, trigger_id as "triggerId", last_subscriber_id as "lastSubscriberId", addresses_sealed as sealed
    from erasure_copies where environment_id = ${environmentId} and erasure_id = ${erasureId} order by id limit 1`);
  if (!row) return undefined;
  const { sealed, ...task } = row;
  return { ...task, addresses: JSON.parse(tx.secrets.open(placeOf(environmentId, task.id), sealed)) };
}

/** The walk over the trigger's recipients continues after this one. */
export async function saveTask(
  tx: Queryable,
  environmentId: string,
  { id, lastSubscriberId }: Pick<CopiesTask, "id" | "lastSubscriberId">,
): Promise<void> {
  await tx.query(sql`
    update erasure_copies set last_subscriber_id = ${lastSubscriberId}
    where environment_id = ${environmentId} and id = ${id}`);
}

export async function endTask(
  tx: Queryable,
  environmentId: string,
  { id }: Pick<CopiesTask, "id">,
): Promise<void> {
  await tx.query(sql`delete from erasure_copies where environment_id = ${environmentId} and id = ${id}`);
}
