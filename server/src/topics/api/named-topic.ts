import type { Queryable } from "../../database/database.ts";
import { AppError } from "../../foundation/app-error.ts";
import type { Topic } from "../topic.ts";
import { findTopic } from "../topic-store.ts";
import { topicNotFound, toTopic } from "./topic-wire.ts";

/** @throws AppError not_found if there is no topic with this key. */
export async function namedTopic(database: Queryable, environmentId: string, key: string): Promise<Topic> {
  const topic = await findTopic(database, environmentId, key);
  if (!topic) throw topicNotFound(key);
  return topic;
}

/** The error for a key that is taken. Novu's clients read the existing topic from it. */
export async function topicExists(
  database: Queryable,
  environmentId: string,
  key: string,
): Promise<AppError> {
  const existing = await findTopic(database, environmentId, key);
  return new AppError("conflict", `Topic with key "${key}" already exists`, {
    facts: existing ? toTopic(existing) : {},
  });
}
