import type { Api } from "../../http/endpoint.ts";
import type { Topic } from "../topic.ts";
import { findTopic } from "../topic-store.ts";
import { topicNotFound } from "./topic-wire.ts";

/** @throws AppError when there is none. */
export async function namedTopic({ database }: Api, environmentId: string, key: string): Promise<Topic> {
  const topic = await findTopic(database, environmentId, key);
  if (!topic) throw topicNotFound(key);
  return topic;
}
