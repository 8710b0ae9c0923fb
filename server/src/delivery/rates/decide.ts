import type { RateWait } from "@tidings/contract";
import type { SendOutcome } from "../../providers/provider.ts";
import type { AwaitingRun } from "../runs/run.ts";
import type { RateAsk, RateGrant } from "./rate-store.ts";

/** A message that may be sent, and its place. What became of it is noted here, so that an unused place is given back. */
export type Ticket = {
  readonly integrationId: string;
  /** The call may begin after this time. */
  readonly delayMs: number;
  /** The day that counts the call. */
  readonly day: string;
  /** The call counts: the provider may have processed it. */
  isCounted: boolean;
  /** How long the call took. */
  callMs?: number;
};

export type Admission =
  | { readonly kind: "go"; readonly ticket: Ticket }
  /** `isExact`: messages have different moments already, and need no jitter. */
  | { readonly kind: "wait"; readonly until: Date; readonly reason: RateWait; readonly isExact: boolean };

/** By the message's id. Messages without an entry need no place. */
export type Admissions = ReadonlyMap<string, Admission>;

/** The run has messages, and all of them wait. */
export function areWaiting({ sending }: AwaitingRun, admissions: Admissions): boolean {
  return admissions.size > 0 && sending.unanswered.every(({ id }) => admissions.get(id)?.kind === "wait");
}

/** The places of the run's messages. */
export function ticketsOf({ sending }: AwaitingRun, admissions: Admissions): Ticket[] {
  if (admissions.size === 0) return [];
  return sending.unanswered.flatMap(({ id }) => {
    const admission = admissions.get(id);
    return admission?.kind === "go" ? [admission.ticket] : [];
  });
}

/** Notes what became of a place. A call that the provider certainly did not process does not count. */
export function useTicket(ticket: Ticket, { kind, call }: Outcome): void {
  if (!call) return;
  ticket.callMs = call.tookMs;
  ticket.isCounted = kind !== "not_processed";
}

type Outcome = { kind: SendOutcome["kind"]; call?: { tookMs: number } };

/** Messages come again together, so that a claim and a statement serve several. */
const STEP_MS = 500;
const MIN_WAIT_MS = 250;

/**
 * What the messages of one integration do: the first ones go, one interval after another; the others wait for their place in the
 * queue. These come a little before their turn, so that the rate is used without a pause.
 */
export function decideAdmissions(
  messageIds: readonly string[],
  { ask, grant, now }: { ask: RateAsk; grant: RateGrant; now: Date },
): [messageId: string, Admission][] {
  return messageIds.map((id, index) => [
    id,
    index < grant.granted ? go(index, ask, grant) : wait(index - grant.granted, { ask, grant, now }),
  ]);
}

function go(index: number, { integrationId, intervalMs }: RateAsk, { startInMs, day }: RateGrant): Admission {
  const delayMs = intervalMs === null ? 0 : Math.max(0, startInMs) + index * intervalMs;
  return { kind: "go", ticket: { integrationId, delayMs, day, isCounted: false } };
}

function wait(index: number, { ask, grant, now }: { ask: RateAsk; grant: RateGrant; now: Date }): Admission {
  const isOfDay = grant.reason === "per_day";
  const turnMs = grant.waitInMs + (grant.waiting + index) * ask.waitMs;
  const leadMs = isOfDay ? 0 : ask.horizonMs / 2;
  const earliestMs = now.getTime() + (isOfDay ? grant.waitInMs : MIN_WAIT_MS);
  const plannedMs = Math.floor((now.getTime() + turnMs - leadMs) / STEP_MS) * STEP_MS;
  const until = new Date(Math.ceil(Math.max(plannedMs, earliestMs)));
  return { kind: "wait", until, reason: grant.reason ?? "per_second", isExact: true };
}
