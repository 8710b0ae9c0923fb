import { createContext as operation } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { endpoint } from "../../http/endpoint.ts";
import { insertContext } from "../context-store.ts";
import { contextKeyOf } from "../contexts.ts";
import { toContext } from "./context-wire.ts";

export const createContext = endpoint(operation, async ({ database, environment, body }) => {
  const { type, id, data = {} } = body;
  const created = await insertContext(database, environment.id, { type, id, data: data as JsonObject });
  if (created) return toContext(created);
  throw new AppError("conflict", `Context ${contextKeyOf(body)} already exists`);
});
