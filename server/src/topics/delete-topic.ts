import type { Queryable } from "../database/database.ts";
import { removeSomeMembers } from "./member-store.ts";
import { deleteTopicRow, findTopic } from "./topic-store.ts";

/** Of so many memberships at a time, a statement is done in a tenth of a second. */
const BATCH_SIZE = 10_000;

/**
 * Deletes the topic with its members, first these, in pieces: a topic may have more than one statement's time allows.
 * What stops it in between is made good by deleting the topic again. False when there is none.
 */
export async function deleteTopic(database: Queryable, environmentId: string, key: string): Promise<boolean> {
  const topic = await findTopic(database, environmentId, key);
  if (!topic) return false;
  const batch = { topicId: topic.id, limit: BATCH_SIZE };
  while ((await removeSomeMembers(database, environmentId, batch)) === BATCH_SIZE);
  return deleteTopicRow(database, environmentId, topic.id);
}
