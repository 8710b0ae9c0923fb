import { type listNotifications, NOTIFICATION_STATES, type QueryOf, REASON_CODES } from "@tidings/contract";

const ROWS = 25;

export type RecipientFilter = {
  readonly transactionId: string;
  readonly state?: string | undefined;
  readonly code?: string | undefined;
  readonly afterId?: string | undefined;
  readonly beforeId?: string | undefined;
};

/** The query of the recipients of a trigger. The report counts merged notifications as skipped. */
export function queryOf({
  transactionId,
  state,
  code,
  afterId,
  beforeId,
}: RecipientFilter): QueryOf<typeof listNotifications> {
  const known = NOTIFICATION_STATES.find((one) => one === state);
  const reason = REASON_CODES.find((one) => one === code);
  return {
    view: "brief",
    limit: ROWS,
    transactionId: [transactionId],
    ...(known ? { state: known === "skipped" ? ["skipped", "merged"] : [known] } : {}),
    ...(reason ? { code: [reason] } : {}),
    ...(afterId ? { afterId } : {}),
    ...(beforeId ? { beforeId } : {}),
  };
}
