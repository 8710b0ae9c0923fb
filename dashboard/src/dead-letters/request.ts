import type { filterOf } from "./filters.ts";

/** What the reader wants to send again or discard: the selected ones, or all that the filter matches. */
export type Request = {
  /** Differs each time, so that each time is counted anew. */
  readonly number: number;
  readonly action: "send" | "discard";
  readonly ids: readonly string[] | undefined;
  readonly filter: ReturnType<typeof filterOf>;
  /** How many the list says there are. */
  readonly total: number;
};

export const choiceOf = ({ ids, filter }: Request) => (ids ? { ids: [...ids] } : { filter });
