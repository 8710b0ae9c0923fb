import { listTopics as operation } from "@tidings/contract";
import { pageRequest } from "../../foundation/cursor-page.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { listTopics as list } from "../topic-list-store.ts";
import { toTopic } from "./topic-wire.ts";

export const listTopics = (api: Api) =>
  endpoint(operation, async ({ environment, query }) => {
    const { key, name, ...page } = query;
    const found = await list(api.database, environment.id, {
      filter: { key, name },
      page: pageRequest(page),
    });
    return { ...found, data: found.data.map(toTopic) };
  });
