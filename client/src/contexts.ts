import {
  type ContextInput,
  createContext,
  deleteContext,
  getContext,
  listContexts,
  type QueryOf,
  updateContext,
} from "@tidings/contract";
import type { Call } from "./call.ts";

export type Contexts = ReturnType<typeof contexts>;

/** Where notifications belong: tenants, projects. A context is named by its type and its id. */
export const contexts = (call: Call) => ({
  list: (query: QueryOf<typeof listContexts> = {}) => call(listContexts, { query }),
  /** Refused with a 409 when there is one with that type and id. */
  create: (body: ContextInput) => call(createContext, { body }),
  get: (type: string, id: string) => call(getContext, { params: { type, id } }),
  /** Replaces its data as a whole. */
  update: (type: string, id: string, data: ContextInput["data"] = {}) =>
    call(updateContext, { params: { type, id }, body: { data } }),
  delete: (type: string, id: string) => call(deleteContext, { params: { type, id } }),
});
