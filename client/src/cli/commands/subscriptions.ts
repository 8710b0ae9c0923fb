import type { SubscriptionChanges, SubscriptionPreference } from "@tidings/contract";
import { command, json } from "../command.ts";
import { UsageError } from "../failure.ts";
import { terminalWidth } from "../output.ts";
import { type Column, table } from "../table.ts";

const args = [
  { name: "KEY", help: "Your key for the topic." },
  { name: "ID", help: "The subscription's identifier, or its id if it has none." },
];

const columns: Column<SubscriptionPreference>[] = [
  { title: "WORKFLOW", of: (one) => one.workflow.identifier, isWhole: true },
  { title: "ENABLED", of: (one) => (one.enabled ? "yes" : "no"), isWhole: true },
  { title: "CONDITION", of: (one) => one.condition && JSON.stringify(one.condition) },
];

function shown(preferences: readonly SubscriptionPreference[]) {
  if (preferences.length === 0) return { note: "No preferences: all workflows are enabled." };
  return { text: table(preferences, columns, terminalWidth()) };
}

const showPreferences = command({
  name: "topics preferences",
  summary: "list a subscription's preferences",
  args,
  flags: {},
  examples: ["tidings topics preferences releases ada-releases"],
  async run({ args: [topicKey = "", identifier = ""], client }) {
    const answer = await client.topics.getSubscription(topicKey, identifier);
    return { answer, ...shown(answer.preferences) };
  },
});

const setPreferences = command({
  name: "topics set-preferences",
  summary: "replace a subscription's preferences",
  args,
  flags: { body: json("JSON|@FILE|-", "An object with the list `preferences`, as in the API reference.") },
  examples: [
    `tidings topics set-preferences releases ada-releases --body '{"preferences":[{"workflowId":"welcome","enabled":false}]}'`,
  ],
  async run({ args: [topicKey = "", identifier = ""], flags: { body }, client }) {
    if (body === undefined) throw new UsageError("--body is missing");
    const changes: SubscriptionChanges = body;
    const answer = await client.topics.updateSubscription(topicKey, identifier, changes);
    return { answer, ...shown(answer.preferences ?? []) };
  },
});

export const SUBSCRIPTION_COMMANDS = [showPreferences, setPreferences];
