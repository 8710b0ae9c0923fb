import { deleteSubscriber as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { deleteSubscriber as deleteForGood } from "../delete-subscriber.ts";
import { subscriberNotFound } from "./subscriber-wire.ts";

export const deleteSubscriber = endpoint(
  operation,
  async ({ database, environment, params: { subscriberId } }) => {
    if (!(await deleteForGood(database, environment.id, subscriberId))) {
      throw subscriberNotFound(subscriberId);
    }
    return { acknowledged: true, status: "deleted" };
  },
);
