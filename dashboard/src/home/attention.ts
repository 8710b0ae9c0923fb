import { DETAIL_CODES, type DeadLetter, type Integration, type Notification } from "@tidings/contract";
import { needsRepair, standingOf } from "../app/integration-health.ts";
import type { State } from "../components/state-mark.tsx";
import { GIVEN_UP, givenUp, heldBack, notificationsFailed, removedProvider, words } from "./words.ts";

/** What has to be repaired: a cause, how many it keeps from arriving, and the screen that shows more. */
export type Group = {
  key: string;
  state: State;
  title: string;
  reason: string;
  /** What waits or was given up for it, in words. */
  counts: readonly string[];
  /** People who were not reached, by which groups are ordered. */
  unreached: number;
  target:
    | { kind: "integration"; id: string }
    | { kind: "dead-letters"; reason: string; integration: string | undefined }
    | { kind: "notifications"; code: string; workflow: string | undefined };
};

type Read = {
  integrations: readonly Integration[];
  deadLetters: readonly DeadLetter[];
  /** Those that need attention. */
  notifications: readonly Notification[];
};

/** As many records of each kind are read; with as many, counts are "or more". */
export const READ_MOST = { deadLetters: 100, notifications: 50 } as const;

/** Their causes are shown by integrations and dead letters. */
const OF_DELIVERY: ReadonlySet<string> = new Set([
  "attempt_failed",
  "failed_over",
  "breaker_open",
  "waits_for_rate",
  "integration_off",
  "message_expired",
  "provider_failed",
  "credentials_failed",
  "credentials_unreadable",
]);
const SENTENCES = new Map<string, string>(DETAIL_CODES.map(({ code, sentence }) => [code, sentence]));

/** All groups, the one that keeps most people from being reached first. */
export function groupsOf(read: Read): Group[] {
  const groups = [...heldBy(read.integrations), ...givenUpBy(read), ...failedBy(read.notifications)];
  return groups.sort((one, other) => other.unreached - one.unreached);
}

function heldBy(integrations: readonly Integration[]): Group[] {
  const waitingFor = ({ health }: Integration): number => health?.waiting ?? 0;
  const holding = integrations.filter((one) => needsRepair(one) || (!one.active && waitingFor(one) > 0));
  return holding.map((integration) => {
    const { _id = "", name, active, breaker } = integration;
    const waiting = waitingFor(integration);
    const { state, reason } = standingOf(integration);
    const standing = breaker?.openUntil ? words.notCalled : words.failing;
    return {
      key: `integration ${_id}`,
      state: active ? state : "trying",
      title: `${name} ${active ? standing : words.off}`,
      reason: active ? (reason ?? "") : "",
      counts: waiting > 0 ? [heldBack(waiting)] : [],
      unreached: waiting,
      target: { kind: "integration", id: _id },
    };
  });
}

/** Addresses that do not exist are not ours to repair. */
function givenUpBy({ deadLetters, integrations }: Read): Group[] {
  const nameOf = new Map(integrations.map(({ _id, name }) => [_id, name]));
  const isCapped = deadLetters.length >= READ_MOST.deadLetters;
  const ours = deadLetters.filter(({ reason }) => reason !== "recipient_error");
  return grouped(ours, ({ reason, _integrationId }) => `dead ${reason} ${_integrationId}`).map(
    ([key, [first, ...others]]) => ({
      key,
      state: "failed",
      title: `${nameOf.get(first._integrationId ?? "") ?? first.providerId ?? removedProvider}: ${GIVEN_UP[first.reason]}`,
      reason: first.errorText ?? "",
      counts: [givenUp(others.length + 1, isCapped)],
      unreached: others.length + 1,
      target: {
        kind: "dead-letters",
        reason: first.reason,
        integration: first._integrationId ?? undefined,
      },
    }),
  );
}

function failedBy(notifications: readonly Notification[]): Group[] {
  const isCapped = notifications.length >= READ_MOST.notifications;
  const others = notifications.filter(({ reason }) => reason && !OF_DELIVERY.has(reason.code));
  const keyOf = (one: Notification): string => `failed ${one.reason?.code} ${workflowOf(one)}`;
  return grouped(others, keyOf).map(([key, [first, ...more]]) => {
    const { code = "", stepId } = first.reason ?? {};
    const workflow = workflowOf(first);
    return {
      key,
      state: "failed",
      title: [workflow ?? words.unknownWorkflow, stepId].filter(Boolean).join(" / "),
      reason: SENTENCES.get(code) ?? code,
      counts: [notificationsFailed(more.length + 1, isCapped)],
      unreached: more.length + 1,
      target: { kind: "notifications", code, workflow },
    };
  });
}

export const workflowOf = ({ template }: Notification): string | undefined =>
  template?.triggers[0]?.identifier ?? template?.name;

function grouped<T>(list: readonly T[], keyOf: (one: T) => string): [string, [T, ...T[]]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const one of list) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return [...groups];
}
