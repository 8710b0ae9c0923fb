import { deleteSubscriber as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { deleteSubscriber as deleteForGood } from "../subscriber-store.ts";
import { subscriberNotFound } from "./subscriber-wire.ts";

export const deleteSubscriber = (api: Api) =>
  endpoint(operation, async ({ environment, params: { subscriberId } }) => {
    if (!(await deleteForGood(api.database, environment.id, subscriberId))) {
      throw subscriberNotFound(subscriberId);
    }
    return { acknowledged: true, status: "deleted" };
  });
