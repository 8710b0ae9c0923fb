import { deleteTopic as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { deleteTopic as deleteForGood } from "../delete-topic.ts";
import { topicNotFound } from "./topic-wire.ts";

export const deleteTopic = endpoint(operation, async ({ database, environment, params: { topicKey } }) => {
  if (!(await deleteForGood(database, environment.id, topicKey))) throw topicNotFound(topicKey);
  return { acknowledged: true, status: "deleted" };
});
