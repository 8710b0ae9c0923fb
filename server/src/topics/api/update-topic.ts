import { updateTopic as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { profileOf } from "../topic.ts";
import { updateTopic as update } from "../topic-store.ts";
import { topicNotFound, toTopic } from "./topic-wire.ts";

export const updateTopic = endpoint(
  operation,
  async ({ database, environment, params: { topicKey: key }, body }) => {
    const changed = await update(database, environment.id, { key, profile: profileOf(body) });
    if (!changed) throw topicNotFound(key);
    return toTopic(changed);
  },
);
