import {
  type DiscardInput,
  discardDeadLetters,
  listDeadLetters,
  type QueryOf,
  type ReplayInput,
  replayDeadLetters,
} from "@tidings/contract";
import type { Call } from "./call.ts";

export type DeadLetterSearch = QueryOf<typeof listDeadLetters>;
export type DeadLetters = ReturnType<typeof deadLetters>;

/** Messages that were given up. */
export const deadLetters = (call: Call) => ({
  list: (query: DeadLetterSearch = {}) => call(listDeadLetters, { query }),
  /** Sends them again; use `dryRun: true` to see which. */
  replay: (body: ReplayInput) => call(replayDeadLetters, { body }),
  /** Takes them off the list without sending anything; use `dryRun: true` to see which. */
  discard: (body: DiscardInput) => call(discardDeadLetters, { body }),
});
