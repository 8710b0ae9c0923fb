import { searchSubscribers as operation } from "@tidings/contract";
import { pageRequest } from "../../foundation/cursor-page.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { search } from "../search-subscribers.ts";
import { toSubscriber } from "./subscriber-wire.ts";

export const searchSubscribers = (api: Api) =>
  endpoint(operation, async ({ database, environment, query }) => {
    const { email, phone, name, search: text, subscriberId: subscriberKey, ...page } = query;
    const requested = {
      filter: { email, phone, name, subscriberKey, search: text?.trim() },
      page: pageRequest(page),
    };
    const found = await search(database, environment.id, requested);
    return {
      ...found,
      data: found.data.map((subscriber) => toSubscriber(subscriber, environment, api.brand)),
    };
  });
