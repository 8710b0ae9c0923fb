import { CHANNELS, type ExecutionDetail, type Job, type Notification } from "@tidings/contract";
import { oneLine } from "./one-line.ts";
import { card, moment } from "./table.ts";

export const INDENT = "   ";
const SENDS: readonly string[] = CHANNELS;

/** A notification for people: its recipient, then one block per job with its execution details. */
export function timeline(notification: Notification): string {
  const blocks = (notification.jobs ?? []).map((job, index) => jobBlock(job, index + 1));
  return [heading(notification), ...blocks].join("\n\n");
}

function heading(one: Notification): string {
  const { subscriber, template } = one;
  const identifier = template?.triggers[0]?.identifier;
  const name = [subscriber?.firstName, subscriber?.lastName].filter(Boolean).join(" ");
  const profile = [name, subscriber?.email, subscriber?.phone].filter(Boolean).join(", ");
  return card([
    ["Notification", one._id],
    ["Workflow", template && (identifier ? `${identifier} (${template.name})` : template.name)],
    ["To", subscriber && `${subscriber.subscriberId}${profile ? ` (${profile})` : ""}`],
    ["Transaction", one.transactionId],
    ["Created (UTC)", moment(one.createdAt)],
    ["Merged into", one._digestedNotificationId],
    ["State", one.state && [one.state, one.reason?.code].filter(Boolean).join(", ")],
    ["Payload", one.payload && JSON.stringify(one.payload)],
  ]);
}

function jobBlock({ type, step, status, providerId, executionDetails }: Job, place: number): string {
  const provider = SENDS.includes(type) ? providerId : undefined;
  const details = executionDetails.map(({ createdAt, ...detail }) => ({ ...detail, at: createdAt }));
  return stepBlock({ type, status, details, name: step.name, provider }, place);
}

/** A step of a timeline, real or simulated. */
export type TimelineStep = {
  readonly type: string;
  readonly name: string | undefined;
  readonly status: string;
  /** The provider of its message. */
  readonly provider: string | undefined;
  readonly details: readonly TimelineDetail[];
};
type TimelineDetail = Pick<ExecutionDetail, "status" | "detail" | "raw"> & {
  readonly at: string | undefined;
  readonly isRetry?: boolean;
};

/** The step's status, and below it when and why. */
export function stepBlock({ type, name, status, provider, details }: TimelineStep, place: number): string {
  const quotedName = name ? ` "${oneLine(name)}"` : "";
  const by = provider ? ` (${oneLine(provider)})` : "";
  const title = `${place}. ${oneLine(type)}${quotedName}: ${oneLine(status)}${by}`;
  return [title, ...details.flatMap(detailLines)].join("\n");
}

function detailLines({ at, status, detail, isRetry, raw }: TimelineDetail): string[] {
  const when = at?.replace("T", " ").replace("Z", "") ?? "";
  const words = `${INDENT}${oneLine(when).padEnd(23)}  ${oneLine(status).padEnd(9)}`;
  const first = `${words}  ${oneLine(detail)}${isRetry ? " (retry)" : ""}`;
  return raw ? [first, `${" ".repeat(words.length + 2)}${oneLine(raw)}`] : [first];
}
