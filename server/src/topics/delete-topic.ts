import type { Queryable } from "../database/database.ts";
import { removeSomeMembers } from "./member-store.ts";
import { deleteTopicRow, findTopic } from "./topic-store.ts";

/** A statement deletes this many memberships in a tenth of a second. */
const BATCH_SIZE = 10_000;

/**
 * Deletes the topic's members in batches, because a topic may have more than a statement's time limit allows, then the
 * topic. If it is interrupted, the caller can delete the topic again.
 * @returns false if there is no such topic.
 */
export async function deleteTopic(database: Queryable, environmentId: string, key: string): Promise<boolean> {
  const topic = await findTopic(database, environmentId, key);
  if (!topic) return false;
  const batch = { topicId: topic.id, limit: BATCH_SIZE };
  while ((await removeSomeMembers(database, environmentId, batch)) === BATCH_SIZE);
  return deleteTopicRow(database, environmentId, topic.id);
}
