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

/** What notifications belong to, such as tenants or projects. Type and id identify a context. */
export const contexts = (call: Call) => ({
  list: (query: QueryOf<typeof listContexts> = {}) => call(listContexts, { query }),
  /** Fails with 409 if a context with this type and id exists. */
  create: (body: ContextInput) => call(createContext, { body }),
  get: (type: string, id: string) => call(getContext, { params: { type, id } }),
  /** Replaces its data. */
  update: (type: string, id: string, data: ContextInput["data"] = {}) =>
    call(updateContext, { params: { type, id }, body: { data } }),
  delete: (type: string, id: string) => call(deleteContext, { params: { type, id } }),
});
