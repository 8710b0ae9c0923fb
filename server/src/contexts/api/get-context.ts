import { getContext as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { findContext } from "../context-store.ts";
import { needContext, toContext } from "./context-wire.ts";

export const getContext = endpoint(operation, async ({ database, environment, params }) =>
  toContext(needContext(await findContext(database, environment.id, params), params)),
);
