import type { Command } from "./command.ts";
import { cancel } from "./commands/cancel.ts";
import { CONTEXT_COMMANDS } from "./commands/contexts.ts";
import { DEAD_LETTER_COMMANDS } from "./commands/dead-letters.ts";
import { explain } from "./commands/explain.ts";
import { INBOX_COMMANDS } from "./commands/inbox.ts";
import { INTEGRATION_COMMANDS } from "./commands/integrations.ts";
import { MESSAGE_COMMANDS } from "./commands/messages.ts";
import { NOTIFICATION_COMMANDS } from "./commands/notifications.ts";
import { providers } from "./commands/providers.ts";
import { report } from "./commands/report.ts";
import { statistics } from "./commands/statistics.ts";
import { SUBSCRIBER_COMMANDS } from "./commands/subscribers.ts";
import { SUBSCRIPTION_COMMANDS } from "./commands/subscriptions.ts";
import { SUPPRESSION_COMMANDS } from "./commands/suppressions.ts";
import { system } from "./commands/system.ts";
import { testClock } from "./commands/test-clock.ts";
import { TOPIC_COMMANDS } from "./commands/topics.ts";
import { trigger } from "./commands/trigger.ts";
import { WORKFLOW_COMMANDS } from "./commands/workflows.ts";

/** Commands that need no running service. The server package implements them, with their help. */
export const STORE_COMMANDS: Readonly<Record<string, string>> = {
  serve: "run the API and the worker",
  migrate: "apply pending database migrations",
  doctor: "check settings, database, time zone data, clock and disk",
  environments: "list, create, rename and delete environments; set retention and time zone",
  dashboard: "make a link that signs in to the dashboard",
  keys: "list, create, rotate and revoke API keys",
  secrets: "replace the keys that seal stored secrets (rotate, generate)",
  backup: "copy an embedded store into a directory",
  restore: "create a store from a backup; its deliveries are held",
  release: "start the deliveries of a restored store",
  "vapid-keys": "make a key pair for Web Push",
  simulator: "play the APIs of all vendors, to try integrations without an account",
};

export type Group = { readonly title: string; readonly word: string; readonly commands: readonly Command[] };

export const GROUPS: readonly Group[] = [
  { title: "Events", word: "", commands: [trigger, explain, report, cancel] },
  { title: "Subscribers", word: "subscribers", commands: SUBSCRIBER_COMMANDS },
  { title: "Topics", word: "topics", commands: [...TOPIC_COMMANDS, ...SUBSCRIPTION_COMMANDS] },
  { title: "Contexts", word: "contexts", commands: CONTEXT_COMMANDS },
  { title: "Inbox of a subscriber", word: "inbox", commands: INBOX_COMMANDS },
  { title: "Integrations", word: "integrations", commands: INTEGRATION_COMMANDS },
  { title: "Providers", word: "providers", commands: [providers] },
  { title: "Workflows", word: "workflows", commands: WORKFLOW_COMMANDS },
  { title: "Notifications", word: "notifications", commands: NOTIFICATION_COMMANDS },
  { title: "Messages", word: "messages", commands: MESSAGE_COMMANDS },
  { title: "Dead letters", word: "dead-letters", commands: DEAD_LETTER_COMMANDS },
  { title: "Suppressions", word: "suppressions", commands: SUPPRESSION_COMMANDS },
  { title: "System", word: "system", commands: [system] },
  { title: "Statistics", word: "statistics", commands: [statistics] },
  { title: "Clock of a test environment", word: "test-clock", commands: [testClock] },
];

export const EXAMPLES = [
  "tidings serve",
  "export TIDINGS_API_KEY=…",
  `tidings trigger welcome --to ada --payload '{"text":"Hello"}' --wait`,
  "tidings subscribers list --name Ada",
  "tidings messages list --channel email --json | head -c 300",
];
