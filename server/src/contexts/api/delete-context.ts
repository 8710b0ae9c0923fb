import { deleteContext as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { deleteContext as deleteForGood } from "../context-store.ts";
import { needContext } from "./context-wire.ts";

export const deleteContext = endpoint(operation, async ({ database, environment, params }) => {
  needContext(await deleteForGood(database, environment.id, params), params);
  return undefined;
});
