import {
  DEAD_REASONS,
  type DeadReason,
  type listDeadLetters,
  type QueryOf,
  type ReplayInput,
} from "@tidings/contract";
import { searchOf } from "../app/search-params.ts";

/** The parameters of the list's address. */
export const deadLetterSearch = searchOf(
  "reason",
  "channel",
  "workflow",
  "integration",
  "subscriber",
  "transaction",
  "from",
  "to",
  "replayed",
  "replay",
  "discarded",
  "after",
);
export type DeadLetterFilters = ReturnType<typeof deadLetterSearch>;

export const PAGE_ROWS = 25;
export const CHANNELS = ["email", "sms", "chat", "push"] as const;

type Filter = NonNullable<ReplayInput["filter"]>;

const isReason = (word: string | undefined): word is DeadReason => DEAD_REASONS.some((one) => one === word);

/** The filter of the API; unknown words of the address are left out. */
export function filterOf(filters: DeadLetterFilters): Filter {
  const { reason, workflow, integration, subscriber, transaction, from, to } = filters;
  const channel = CHANNELS.find((one) => one === filters.channel);
  return {
    ...(isReason(reason) ? { reason } : {}),
    ...(channel ? { channel } : {}),
    ...(workflow ? { workflowId: workflow } : {}),
    ...(integration ? { integrationId: integration } : {}),
    ...(subscriber ? { subscriberId: subscriber } : {}),
    ...(transaction ? { transactionId: transaction } : {}),
    ...(isMoment(from) ? { diedAfter: from } : {}),
    ...(isMoment(to) ? { diedBefore: to } : {}),
  };
}

const isMoment = (text: string | undefined): text is string =>
  text !== undefined && !Number.isNaN(Date.parse(text));

/** Those that wait for a decision, and what became of the others. */
export const LISTS = ["given", "sent", "discarded"] as const;
export type List = (typeof LISTS)[number];

export const SEARCH_OF: Record<List, DeadLetterFilters> = {
  given: {},
  sent: { replayed: "true" },
  discarded: { discarded: "true" },
};

export function listOf({ replayed, replay, discarded }: DeadLetterFilters): List {
  if (replayed === "true" || (replay !== undefined && REPLAY_ID.test(replay))) return "sent";
  return discarded === "true" ? "discarded" : "given";
}
const REPLAY_ID = /^[0-9a-f]{24}$/;

export function queryOf(filters: DeadLetterFilters): QueryOf<typeof listDeadLetters> {
  const { after, replay } = filters;
  const list = listOf(filters);
  return {
    ...filterOf(filters),
    limit: PAGE_ROWS,
    ...(list === "sent" ? { replayed: true } : {}),
    ...(list === "discarded" ? { discarded: true } : {}),
    ...(replay && REPLAY_ID.test(replay) ? { replayId: replay } : {}),
    ...(after ? { after } : {}),
  };
}

/** The first page of the same list. */
export function firstPage({ after: _, ...rest }: DeadLetterFilters): DeadLetterFilters {
  return rest;
}

export const isNarrowed = ({ replayed: _, discarded: __, after: ___, ...rest }: DeadLetterFilters): boolean =>
  Object.values(rest).some(Boolean);
