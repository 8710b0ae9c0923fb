import { deleteSuppression, listSuppressions, type QueryOf } from "@tidings/contract";
import type { Call } from "./call.ts";

export type SuppressionSearch = QueryOf<typeof listSuppressions>;
export type Suppressions = ReturnType<typeof suppressions>;

/** Addresses to which nothing is sent. */
export const suppressions = (call: Call) => ({
  list: (query: SuppressionSearch = {}) => call(listSuppressions, { query }),
  /** Messages to the address are sent again. */
  delete: (suppressionId: string) => call(deleteSuppression, { params: { suppressionId } }),
});
