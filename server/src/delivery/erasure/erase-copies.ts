import type { Queryable } from "../../database/database.ts";
import { inPortions } from "../../foundation/in-portions.ts";
import { COPIED_COLUMNS, type CopiedColumn } from "../../personal-data/personal-data.ts";
import {
  areHeld,
  type Copies,
  eraseKeys,
  lockCopies,
  nextHolders,
  readCopies,
  saveCopies,
} from "./copies-store.ts";
import { endTask, nextTask, saveTask } from "./copies-task-store.ts";
import type { Erasure, Progress } from "./erasure-claim-store.ts";
import { createRedact, MAX_BYTES_AT_ONCE, patternsOf, type Redact } from "./redact.ts";

/** Recipients of one transaction. */
const LIMIT = 200;
/** Delay until a worker has stored the results of a payload that it read earlier. */
const LOOK_AGAIN_S = 1;

/**
 * Redacts the addresses in the next copies of a shared trigger's payload: in the digests, results of steps and answers of providers in
 * the records of its other recipients. The texts of messages to these recipients stay: they record what was sent.
 */
export async function eraseSomeCopies(tx: Queryable, erasure: Erasure): Promise<Progress> {
  const { environmentId } = erasure;
  const task = await nextTask(tx, erasure);
  if (!task) return undefined;
  const { notificationIds, lastSubscriberId } = await nextHolders(tx, environmentId, task, LIMIT);
  if (lastSubscriberId === undefined) {
    await endTask(tx, environmentId, task);
    return { lastId: "", inSeconds: 0 };
  }
  if (await areHeld(tx, environmentId, notificationIds)) return { lastId: "", inSeconds: LOOK_AGAIN_S };
  const patterns = patternsOf(task.addresses);
  const redact = createRedact(task.addresses);
  for (const copied of COPIED_COLUMNS) {
    const copies = { environmentId, copied, notificationIds, patterns };
    if (copied.form === "key") await eraseKeys(tx, copies);
    else await redactCopies(tx, copies, redact);
  }
  await saveTask(tx, environmentId, { id: task.id, lastSubscriberId });
  return { lastId: "", inSeconds: 0 };
}

async function redactCopies(tx: Queryable, copies: Copies, redact: Redact): Promise<void> {
  const found = await lockCopies(tx, copies);
  for (const portion of inPortions(found, ({ bytes }) => bytes, { maxSize: MAX_BYTES_AT_ONCE })) {
    const texts = await readCopies(tx, copies, portion);
    const clean = texts.map(({ place, text }) => ({
      place,
      text: redactText(text, copies.copied, redact),
    }));
    await saveCopies(tx, copies, clean);
  }
}

function redactText(text: string, { form }: CopiedColumn, redact: Redact): string {
  const isJson = form === "json" || form === "json text";
  const clean = redact(isJson ? JSON.parse(text) : text);
  return isJson ? JSON.stringify(clean) : String(clean);
}
