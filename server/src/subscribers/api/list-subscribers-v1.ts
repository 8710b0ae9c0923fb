import { listSubscribersV1 as operation } from "@tidings/contract";
import { readNumberedPage } from "../../database/read-numbered-page.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { findInOrder, subscriberListing } from "../subscriber-search-store.ts";
import { toSubscriber } from "./subscriber-wire.ts";

const DEFAULT_LIMIT = 10;

export const listSubscribersV1 = (api: Api) =>
  endpoint(operation, async ({ database, environment, query }) => {
    const requested = { page: query.page ?? 0, limit: query.limit || DEFAULT_LIMIT };
    const listing = subscriberListing(environment.id, {}, { orderBy: "_id" });
    const { ids, ...found } = await readNumberedPage(database, listing, requested);
    const subscribers = await findInOrder(database, environment.id, ids);
    const data = subscribers.map((subscriber) => toSubscriber(subscriber, environment, api.brand));
    return { page: requested.page, ...found, data };
  });
