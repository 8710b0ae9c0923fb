import type { Explanation, SimulatedRecipient } from "@tidings/contract";
import { channelWord, people } from "./words.ts";

/** The channels that would carry a message to a recipient. */
export function channelsOf({ steps }: SimulatedRecipient): string[] {
  const sent = steps
    .filter(({ status }) => status === "completed")
    .flatMap(({ messages }) => messages.filter(({ errorText }) => errorText === undefined));
  return [...new Set(sent.map(({ channel }) => channel))];
}

/** "3 people: 2 by e-mail, 1 in the app, 1 gets nothing". Workflows without channels send no messages. */
export function outcomeOf({ recipients, hasMore }: Explanation): string {
  const counts = new Map<string, number>();
  for (const channel of recipients.flatMap(channelsOf)) counts.set(channel, (counts.get(channel) ?? 0) + 1);
  const nothing = recipients.filter((one) => channelsOf(one).length === 0).length;
  const parts = [...counts].map(([channel, count]) => `${count} ${channelWord(channel)}`);
  if (nothing > 0) parts.push(nothing === 1 ? "1 gets nothing" : `${nothing} get nothing`);
  const first = hasMore ? ` (of the first ${recipients.length})` : "";
  return `${people(recipients.length, hasMore)}: ${parts.join(", ")}${first}`;
}
