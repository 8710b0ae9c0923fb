import type { CampaignWorkflow } from "../../evidence.ts";
import type { TriggerRequest } from "../../history-client.ts";
import { recipient, type Traffic } from "../../workload.ts";

/** Subscribers with an inbox that is open, and that act in it. */
export const READERS = 6;
export const readerOf = (n: number): string => `reader${n % READERS}`;

/** Numbers of triggers, which become their ids: the history client counts from 0. */
export const NUMBERS = {
  bulk: 1_000_000,
  crowd: 2_000_000,
  burst: 3_000_000,
  life: 4_000_000,
  copied: 5_000_000,
} as const;

/** A trigger of the campaign for one subscriber. Its route decides which integration takes its messages. */
export function requestOf(traffic: Traffic, workflow: CampaignWorkflow, n: number): TriggerRequest {
  const { transactionId, recipients } = traffic.of("sms", n);
  const people = workflow === "ask" ? [readerOf(n)] : recipients;
  const payload = { mark: transactionId, route: workflow };
  const body = { name: workflow, to: people.map(recipient), transactionId, payload };
  return { workflow, transactionId, recipients: people, body };
}

/** A subscriber with personal data, which will be deleted. */
export type Subject = { subscriberId: string; firstName: string; email: string; phone: string; data: object };

export function subjectOf(n: number): Subject {
  const subscriberId = `gone-${n}`;
  const profile = { firstName: `Gone-${n}`, email: `${subscriberId}@example.com`, phone: "+15550199" };
  return { subscriberId, ...profile, data: { home: `${subscriberId} street` } };
}

/** All personal data of all subjects, whatever the case, as a pattern of ILIKE. */
export const TRACES = "%gone-%";

export function lifeRequest(traffic: Traffic, subject: Subject, n: number): TriggerRequest {
  const { transactionId } = traffic.of("sms", n);
  const payload = { mark: transactionId, route: "life", note: `about ${subject.subscriberId}` };
  const body = { name: "life", to: [subject], transactionId, payload };
  return { workflow: "life", transactionId, recipients: [subject.subscriberId], body };
}

/** Of 20 triggers of the history client. The shares of the rated integrations are far below their rates: kills hold places for a while. */
const SHARES: readonly (CampaignWorkflow | "usual")[] = [
  ...new Array<"usual">(9).fill("usual"),
  "ask",
  "ask",
  "chat",
  "chat",
  "doomed",
  "pair",
  "pair",
  "pair",
  "rated",
  "receipt",
  "receipt",
];

export function nextOfCampaign(traffic: Traffic, n: number): TriggerRequest {
  // Neighbours are of different kinds: 7 has no divisor in common with 20.
  const workflow = SHARES[(n * 7) % SHARES.length] ?? "usual";
  return workflow === "usual" ? traffic.next(n) : requestOf(traffic, workflow, n);
}
