import type { Explanation, SimulatedMessage, SimulatedRecipient, SimulatedStep } from "@tidings/contract";
import { oneLine, padTo } from "./one-line.ts";
import { card, moment } from "./table.ts";
import { INDENT, stepBlock } from "./timeline.ts";

/** What a trigger would do, for people: a timeline per recipient, with the messages. */
export function explanationView(explanation: Explanation): string {
  return [heading(explanation), ...explanation.recipients.flatMap(recipientBlocks)].join("\n\n");
}

function heading(explanation: Explanation): string {
  const { status, at, workflow, recipients, filteredBySubscription, hasMore, unknownTopics } = explanation;
  return card([
    ["Workflow", `${workflow.workflowId} (${workflow.name}), version ${workflow.version}`],
    ["Status", status],
    ["As of (UTC)", moment(at)],
    ["Recipients", hasMore ? `more than the first ${recipients.length}` : recipients.length],
    ["Left out by their subscription", filteredBySubscription.join(", ")],
    ["Unknown topics", unknownTopics.join(", ")],
  ]);
}

function recipientBlocks({ subscriberId, isNew, steps }: SimulatedRecipient): string[] {
  const title = `To ${oneLine(subscriberId)}${isNew ? " (would be created)" : ""}`;
  return [title, ...steps.map((step, index) => simulatedBlock(step, index + 1))];
}

function simulatedBlock({ details, messages, ...step }: SimulatedStep, place: number): string {
  const provider = messages[0]?.providerId;
  return [stepBlock({ ...step, provider, details }, place), ...messages.map(messageBlock)].join("\n");
}

function messageBlock(message: SimulatedMessage): string {
  const { integration, email, phone, directWebhookUrl, deviceTokens, data, cta } = message;
  const entries: [name: string, value: string | undefined][] = [
    ["through", integration && `${integration.name} (${integration.identifier})`],
    ["to", email ?? phone ?? directWebhookUrl ?? deviceTokens?.join(", ")],
    ["not sent", message.errorText],
    ["subject", message.subject],
    ["title", message.title],
    ["content", message.content],
    ["avatar", message.avatar],
    ["data", data && JSON.stringify(data)],
    ["link", cta.data?.url],
    ["buttons", cta.action?.buttons && JSON.stringify(cta.action.buttons)],
  ];
  const filled = entries.filter((entry): entry is [string, string] => Boolean(entry[1]));
  const width = Math.max(0, ...filled.map(([name]) => name.length));
  return filled.flatMap(([name, value]) => entryLines(padTo(name, width), value)).join("\n");
}

/** Keeps the line breaks of a text. */
function entryLines(name: string, value: string): string[] {
  const before = `${INDENT}> ${name}  `;
  const lines = value.trim().split(/\r\n|\r|\n/);
  return lines.map((line, index) =>
    `${index === 0 ? before : `${INDENT}>`.padEnd(before.length)}${oneLine(line)}`.trimEnd(),
  );
}
