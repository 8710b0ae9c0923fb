import { CHANNELS, type ExecutionDetail, type Job, type Notification } from "@tidings/contract";
import { oneLine } from "./one-line.ts";
import { card, moment } from "./table.ts";

export const INDENT = "   ";
const SENDS: readonly string[] = CHANNELS;

/** A notification as a story for people: whom it is for, then one block a job with what happened and when. */
export function timeline(notification: Notification): string {
  const blocks = (notification.jobs ?? []).map((job, index) => jobBlock(job, index + 1));
  return [heading(notification), ...blocks].join("\n\n");
}

function heading(one: Notification): string {
  const { subscriber, template } = one;
  const identifier = template?.triggers[0]?.identifier;
  const name = [subscriber?.firstName, subscriber?.lastName].filter(Boolean).join(" ");
  const known = [name, subscriber?.email, subscriber?.phone].filter(Boolean).join(", ");
  return card([
    ["Notification", one._id],
    ["Workflow", template && (identifier ? `${identifier} (${template.name})` : template.name)],
    ["To", subscriber && `${subscriber.subscriberId}${known ? ` (${known})` : ""}`],
    ["Transaction", one.transactionId],
    ["Created (UTC)", moment(one.createdAt)],
    ["Merged into", one._digestedNotificationId],
    ["Payload", one.payload && JSON.stringify(one.payload)],
  ]);
}

function jobBlock({ type, step, status, providerId, executionDetails }: Job, place: number): string {
  const provider = SENDS.includes(type) ? providerId : undefined;
  const happenings = executionDetails.map(({ createdAt, ...detail }) => ({ ...detail, at: createdAt }));
  return stepBlock({ type, status, happenings, name: step.name, provider }, place);
}

/** A step of a story, of what happened as of what would. */
export type TimelineStep = {
  readonly type: string;
  readonly name: string | undefined;
  readonly status: string;
  /** Who carries its message. */
  readonly provider: string | undefined;
  readonly happenings: readonly Happening[];
};
type Happening = Pick<ExecutionDetail, "status" | "detail" | "raw"> & {
  readonly at: string | undefined;
  readonly isRetry?: boolean;
};

/** What became of the step, and below it when and why. */
export function stepBlock({ type, name, status, provider, happenings }: TimelineStep, place: number): string {
  const called = name ? ` "${oneLine(name)}"` : "";
  const by = provider ? ` (${oneLine(provider)})` : "";
  const title = `${place}. ${oneLine(type)}${called}: ${oneLine(status)}${by}`;
  return [title, ...happenings.flatMap(happeningLines)].join("\n");
}

function happeningLines({ at, status, detail, isRetry, raw }: Happening): string[] {
  const when = at?.replace("T", " ").replace("Z", "") ?? "";
  const words = `${INDENT}${oneLine(when).padEnd(23)}  ${oneLine(status).padEnd(9)}`;
  const first = `${words}  ${oneLine(detail)}${isRetry ? " (retry)" : ""}`;
  return raw ? [first, `${" ".repeat(words.length + 2)}${oneLine(raw)}`] : [first];
}
