import type { Queryable } from "../../database/database.ts";
import type { Topic } from "../topic.ts";
import { findTopic } from "../topic-store.ts";
import { topicNotFound } from "./topic-wire.ts";

/** @throws AppError when there is none. */
export async function namedTopic(database: Queryable, environmentId: string, key: string): Promise<Topic> {
  const topic = await findTopic(database, environmentId, key);
  if (!topic) throw topicNotFound(key);
  return topic;
}
