import { type listNotifications, type QueryOf, REASON_CODES } from "@tidings/contract";
import { COUNTED_STATES, THEIR_CODES } from "./outcomes.ts";

const ROWS = 25;

export type RecipientFilter = {
  readonly transactionId: string;
  readonly state?: string | undefined;
  readonly code?: string | undefined;
  readonly afterId?: string | undefined;
  readonly beforeId?: string | undefined;
};

/** The query of the recipients of a trigger. */
export function queryOf({
  transactionId,
  state,
  code,
  afterId,
  beforeId,
}: RecipientFilter): QueryOf<typeof listNotifications> {
  const reason = REASON_CODES.find((one) => one === code);
  return {
    view: "brief",
    limit: ROWS,
    transactionId: [transactionId],
    ...inState(state),
    ...(reason ? { code: [reason] } : {}),
    ...(afterId ? { afterId } : {}),
    ...(beforeId ? { beforeId } : {}),
  };
}

function inState(state: string | undefined): QueryOf<typeof listNotifications> {
  switch (COUNTED_STATES.find((one) => one === state)) {
    case "waiting":
      return { state: ["waiting"] };
    case "delivered":
      return { state: ["delivered"] };
    case "failed":
      return { state: ["failed"], attention: true };
    case "unreachable":
      return { state: ["failed"], code: THEIR_CODES };
    case "skipped":
      return { state: ["skipped", "merged"] };
    case undefined:
      return {};
  }
}
