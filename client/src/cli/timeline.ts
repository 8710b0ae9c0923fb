import { CHANNELS, type ExecutionDetail, type Job, type Notification } from "@tidings/contract";
import { oneLine } from "./one-line.ts";
import { card, moment } from "./table.ts";

const INDENT = "   ";
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

function jobBlock(job: Job, place: number): string {
  const name = job.step.name ? ` "${oneLine(job.step.name)}"` : "";
  const provider = SENDS.includes(job.type) ? ` (${oneLine(job.providerId)})` : "";
  const title = `${place}. ${oneLine(job.type)}${name}: ${oneLine(job.status)}${provider}`;
  return [title, ...job.executionDetails.flatMap(detailLines)].join("\n");
}

function detailLines({ createdAt, status, detail, isRetry, raw }: ExecutionDetail): string[] {
  const when = createdAt?.replace("T", " ").replace("Z", "") ?? "";
  const words = `${INDENT}${oneLine(when).padEnd(23)}  ${oneLine(status).padEnd(9)}`;
  const first = `${words}  ${oneLine(detail)}${isRetry ? " (retry)" : ""}`;
  return raw ? [first, `${" ".repeat(words.length + 2)}${oneLine(raw)}`] : [first];
}
