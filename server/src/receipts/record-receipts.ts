import type { Queryable, Transactional } from "../database/database.ts";
import { readTime } from "../environments/environment-store.ts";
import type { Time } from "../foundation/clock.ts";
import { insertDetailsOnce } from "../notifications/execution-detail-store.ts";
import type { Receipt } from "../providers/receipts/receipt.ts";
import { insertSuppressions } from "../suppressions/suppression-store.ts";
import { detailOf } from "./receipt-details.ts";
import { changesOf, type Matched, suppressionsOf } from "./receipt-effects.ts";
import { changeMessages, findReceiptMessages } from "./receipt-store.ts";

/** A vendor may report a message before the worker has stored the vendor's id of it, which a busy one does some seconds later. */
const NEW_MS = 10_000;
/** The wait before the first further look; each later one is twice as long. */
const LOOK_AGAIN_MS = 1_000;
/** After 1, 3 and 7 s. A vendor that waits less for the answer sends the receipt again; the same event is stored once. */
const MAX_LOOKS_AGAIN = 3;

export type ReceiptBatch = { integrationId: string; receipts: readonly Receipt[]; now: Date; time: Time };

/**
 * Stores receipts: an execution detail for each, its effect on the message, and suppressions. A receipt that is already
 * stored has no effect; one without a message of this integration is ignored.
 * @returns the receipts whose message exists, also those that were stored before.
 */
export async function recordReceipts(
  database: Transactional,
  environmentId: string,
  batch: ReceiptBatch,
): Promise<Matched[]> {
  if (batch.receipts.length === 0) return [];
  const matches = await findAlsoLater(database, environmentId, batch);
  if (matches.length > 0) await database.transaction((tx) => store(tx, environmentId, matches));
  return matches;
}

/** Looks again while the message of a new receipt is missing. */
async function findAlsoLater(
  database: Queryable,
  environmentId: string,
  batch: ReceiptBatch,
): Promise<Matched[]> {
  const { receipts, now, time } = batch;
  let found = await findMatches(database, environmentId, batch);
  let waitedMs = 0;
  for (let looks = 0; looks < MAX_LOOKS_AGAIN; looks += 1) {
    const known = new Set(found.map(({ receipt }) => receipt));
    const missing = receipts.filter((receipt) => !known.has(receipt));
    if (!missing.some((receipt) => ageMs(receipt, now) + waitedMs < NEW_MS)) break;
    const waitMs = LOOK_AGAIN_MS * 2 ** looks;
    await time.sleep(waitMs);
    waitedMs += waitMs;
    found = await findMatches(database, environmentId, batch);
  }
  return found;
}

/** 0 where the vendor states no time: it reports at once. */
function ageMs({ at }: Receipt, now: Date): number {
  return at === undefined ? 0 : now.getTime() - at.getTime();
}

async function findMatches(
  database: Queryable,
  environmentId: string,
  { integrationId, receipts }: ReceiptBatch,
): Promise<Matched[]> {
  const ids = receipts.map(({ providerMessageId }) => providerMessageId);
  const messages = await findReceiptMessages(database, environmentId, integrationId, ids);
  const byId = new Map(messages.map((message) => [message.providerMessageId, message]));
  return receipts.flatMap((receipt) => {
    const message = byId.get(receipt.providerMessageId);
    return message ? [{ receipt, message }] : [];
  });
}

async function store(tx: Queryable, environmentId: string, matches: readonly Matched[]): Promise<void> {
  const { now } = await readTime(tx, environmentId);
  const detailed = matches.map((match) => ({ match, detail: detailOf(match.receipt, match.message) }));
  const stored = await insertDetailsOnce(
    tx,
    environmentId,
    detailed.map(({ detail }) => detail),
    now,
  );
  const fresh = detailed.filter(({ detail: { id } }) => stored.delete(id)).map(({ match }) => match);
  await changeMessages(tx, environmentId, changesOf(fresh, now), now);
  await insertSuppressions(tx, environmentId, suppressionsOf(fresh, now.getTime()), now);
}
