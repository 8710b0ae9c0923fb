import { listContexts as operation } from "@tidings/contract";
import { pageRequest } from "../../foundation/cursor-page.ts";
import { endpoint } from "../../http/endpoint.ts";
import { listContexts as list } from "../context-list-store.ts";
import { toContext } from "./context-wire.ts";

export const listContexts = endpoint(operation, async ({ database, environment, query }) => {
  const { type, id, search, ...page } = query;
  const requested = { filter: { type, id, search }, page: pageRequest(page) };
  const found = await list(database, environment.id, requested);
  return { ...found, data: found.data.map(toContext) };
});
