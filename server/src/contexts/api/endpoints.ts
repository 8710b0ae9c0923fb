import type { Endpoint } from "../../http/endpoint.ts";
import { createContext } from "./create-context.ts";
import { deleteContext } from "./delete-context.ts";
import { getContext } from "./get-context.ts";
import { listContexts } from "./list-contexts.ts";
import { updateContext } from "./update-context.ts";

export const contextEndpoints: readonly Endpoint[] = [
  listContexts,
  createContext,
  getContext,
  updateContext,
  deleteContext,
];
