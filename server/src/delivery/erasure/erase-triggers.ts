import type { Queryable } from "../../database/database.ts";
import type { SubscriberId } from "../../foundation/ids.ts";
import { inPortions } from "../../foundation/in-portions.ts";
import { rememberCopies } from "./copies-task-store.ts";
import { addressesBroughtAlong } from "./earlier-addresses.ts";
import { createRedact, MAX_BYTES_AT_ONCE } from "./redact.ts";
import {
  type Deleted,
  emptyTriggers,
  findTriggersWith,
  readTriggerTexts,
  saveTriggerTexts,
} from "./trigger-erasure-store.ts";

type Erased = Deleted & { id: SubscriberId; requestedAt: Date; addresses: readonly string[] };

/**
 * Erases a subscriber from the triggers that named it. A trigger without other recipients loses its recipients,
 * payload and overrides. A trigger for others too, for a topic or for all, keeps its payload: the subscriber's entry
 * is removed, and of payload and overrides only the subscriber's addresses, because nothing else can be attributed to
 * it. The copies of such a payload in the records of the others are redacted by the last stage of the erasure.
 */
export async function eraseTriggers(
  tx: Queryable,
  environmentId: string,
  triggerIds: readonly string[],
  deleted: Erased,
): Promise<void> {
  const ids = [...new Set(triggerIds)];
  if (ids.length === 0) return;
  const addresses = await addressesBroughtAlong(tx, environmentId, ids, deleted.subscriberKey);
  await emptyTriggers(tx, environmentId, ids, deleted);
  const all = [...new Set([...deleted.addresses, ...addresses])];
  const redacted = await redactTexts(tx, environmentId, ids, all);
  await rememberCopies(tx, { environmentId, ...deleted, addresses: all }, redacted);
}

/** @returns the triggers whose payload or overrides held an address. */
async function redactTexts(
  tx: Queryable,
  environmentId: string,
  triggerIds: readonly string[],
  addresses: readonly string[],
): Promise<string[]> {
  if (addresses.length === 0) return [];
  const redact = createRedact(addresses);
  const found = await findTriggersWith(tx, environmentId, triggerIds, addresses);
  for (const portion of inPortions(found, ({ bytes }) => bytes, { maxSize: MAX_BYTES_AT_ONCE })) {
    const texts = await readTriggerTexts(
      tx,
      environmentId,
      portion.map(({ id }) => id),
    );
    const clean = texts.map(({ id, payload, overrides }) => {
      return { id, payload: redact(payload), overrides: redact(overrides) };
    });
    await saveTriggerTexts(tx, environmentId, clean);
  }
  return found.map(({ id }) => id);
}
