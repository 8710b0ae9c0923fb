import { deleteSubscriber as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { deleteSubscriber as deleteForGood } from "../delete-subscriber.ts";
import { subscriberNotFound } from "./subscriber-wire.ts";

export const deleteSubscriber = endpoint(
  operation,
  async ({ database, environment, params: { subscriberId: subscriberKey } }) => {
    if (!(await deleteForGood(database, environment.id, subscriberKey))) {
      throw subscriberNotFound(subscriberKey);
    }
    return { acknowledged: true, status: "deleted" };
  },
);
