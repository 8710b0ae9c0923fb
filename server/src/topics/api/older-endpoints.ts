import { deleteTopicV1 } from "@tidings/contract";
import { type Api, alsoAt, type Endpoint } from "../../http/endpoint.ts";
import { deleteTopic } from "./delete-topic.ts";
import { listTopicsV1 } from "./list-topics-v1.ts";
import { addSubscribersV1, removeSubscribersV1 } from "./topic-subscribers-v1.ts";
import { createNewTopicV1, getTopicWithSubscribersV1, renameTopic } from "./topic-v1.ts";

/** Operations that older clients call. */
export function olderTopicEndpoints(api: Api): Endpoint[] {
  return [
    listTopicsV1,
    createNewTopicV1(api),
    getTopicWithSubscribersV1,
    renameTopic,
    alsoAt(deleteTopicV1, deleteTopic),
    addSubscribersV1(api),
    removeSubscribersV1,
  ];
}
