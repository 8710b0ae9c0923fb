import { deleteSubscriberV1, getSubscriberV1 } from "@tidings/contract";
import { type Api, alsoAt, type Endpoint } from "../../http/endpoint.ts";
import { deleteSubscriber } from "./delete-subscriber.ts";
import { getSubscriber } from "./get-subscriber.ts";
import { listSubscribersV1 } from "./list-subscribers-v1.ts";
import { saveSubscriberV1 } from "./save-subscriber-v1.ts";
import { updateOnlineStatusV1 } from "./update-online-status-v1.ts";

/** Operations that older clients call. */
export function olderSubscriberEndpoints(api: Api): Endpoint[] {
  return [
    listSubscribersV1(api),
    updateOnlineStatusV1(api),
    ...saveSubscriberV1(api),
    alsoAt(getSubscriberV1, getSubscriber(api)),
    alsoAt(deleteSubscriberV1, deleteSubscriber),
  ];
}
