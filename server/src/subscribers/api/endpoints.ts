import type { Api, Endpoint } from "../../http/endpoint.ts";
import { appendCredentials } from "./append-credentials.ts";
import { createSubscriber } from "./create-subscriber.ts";
import { createSubscribersBulk } from "./create-subscribers-bulk.ts";
import { deleteCredentials } from "./delete-credentials.ts";
import { deleteSubscriber } from "./delete-subscriber.ts";
import { getSubscriber } from "./get-subscriber.ts";
import { olderSubscriberEndpoints } from "./older-endpoints.ts";
import { searchSubscribers } from "./search-subscribers.ts";
import { updateCredentials } from "./update-credentials.ts";
import { updateSubscriber } from "./update-subscriber.ts";

export function subscriberEndpoints(api: Api): Endpoint[] {
  return [
    searchSubscribers(api),
    createSubscriber(api),
    createSubscribersBulk(api),
    getSubscriber(api),
    updateSubscriber(api),
    deleteSubscriber,
    updateCredentials(api),
    appendCredentials(api),
    deleteCredentials(api),
    ...olderSubscriberEndpoints(api),
  ];
}
