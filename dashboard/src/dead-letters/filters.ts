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
  "replayed",
  "replay",
  "after",
);
export type DeadLetterFilters = ReturnType<typeof deadLetterSearch>;

export const PAGE_ROWS = 25;
export const CHANNELS = ["email", "sms", "chat", "push"] as const;

type Filter = NonNullable<ReplayInput["filter"]>;

const isReason = (word: string | undefined): word is DeadReason => DEAD_REASONS.some((one) => one === word);

/** The filter of the API; unknown words of the address are left out. */
export function filterOf(filters: DeadLetterFilters): Filter {
  const { reason, workflow, integration, subscriber, transaction } = filters;
  const channel = CHANNELS.find((one) => one === filters.channel);
  return {
    ...(isReason(reason) ? { reason } : {}),
    ...(channel ? { channel } : {}),
    ...(workflow ? { workflowId: workflow } : {}),
    ...(integration ? { integrationId: integration } : {}),
    ...(subscriber ? { subscriberId: subscriber } : {}),
    ...(transaction ? { transactionId: transaction } : {}),
  };
}

export const isSentAgain = ({ replayed, replay }: DeadLetterFilters): boolean =>
  replayed === "true" || (replay !== undefined && REPLAY_ID.test(replay));
const REPLAY_ID = /^[0-9a-f]{24}$/;

export function queryOf(filters: DeadLetterFilters): QueryOf<typeof listDeadLetters> {
  const { after, replay } = filters;
  return {
    ...filterOf(filters),
    limit: PAGE_ROWS,
    ...(isSentAgain(filters) ? { replayed: true } : {}),
    ...(replay && REPLAY_ID.test(replay) ? { replayId: replay } : {}),
    ...(after ? { after } : {}),
  };
}

/** The first page of the same list. */
export function firstPage({ after: _, ...rest }: DeadLetterFilters): DeadLetterFilters {
  return rest;
}

export const isNarrowed = ({ replayed: _, after: __, ...rest }: DeadLetterFilters): boolean =>
  Object.values(rest).some(Boolean);
