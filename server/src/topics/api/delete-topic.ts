import { deleteTopic as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { deleteTopic as deleteForGood } from "../delete-topic.ts";
import { topicNotFound } from "./topic-wire.ts";

export const deleteTopic = (api: Api) =>
  endpoint(operation, async ({ environment, params: { topicKey } }) => {
    if (!(await deleteForGood(api.database, environment.id, topicKey))) throw topicNotFound(topicKey);
    return { acknowledged: true, status: "deleted" };
  });
