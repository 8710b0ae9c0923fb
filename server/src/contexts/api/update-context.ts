import { updateContext as operation } from "@tidings/contract";
import type { JsonObject } from "../../foundation/json.ts";
import { endpoint } from "../../http/endpoint.ts";
import { replaceContextData } from "../context-store.ts";
import { needContext, toContext } from "./context-wire.ts";

export const updateContext = endpoint(operation, async ({ database, environment, params, body }) => {
  const changed = await replaceContextData(database, environment.id, {
    ...params,
    data: body.data as JsonObject,
  });
  return toContext(needContext(changed, params));
});
