/** Descriptions of the chapters of the API reference. */
export const CHAPTERS: Readonly<Record<string, string>> = {
  "API keys": "List, create, rotate and revoke the API keys of an environment.",
  Environments: "Separate sets of all data, each with its own API keys.",
  Subscribers: "The recipients of notifications, with their addresses.",
  Topics: "Named groups of subscribers that can be notified together.",
  Contexts: "What notifications belong to, for example a tenant or a project.",
  Preferences: "What a subscriber wants to receive, and when.",
  Inbox: "What a subscriber sees of its in-app messages, from a browser.",
  Integrations: "Configured connections to delivery providers.",
  Providers: "What integrations can send through, and the credentials that each provider reads.",
  Workflows: "What is sent, through which channels, in which order, under which conditions.",
  Events: "Trigger a workflow for its recipients, explain, report and cancel triggers.",
  Messages: "What one channel sent to one subscriber.",
  Notifications: "What a trigger did for one subscriber, step by step.",
  "Dead letters": "Messages that were given up; list them and send them again.",
  Receipts: "What delivery providers report about messages.",
  Suppressions:
    "Addresses to which nothing is sent, because messages to them bounced or were marked as spam.",
  System: "The installation, and what waits in the environment.",
  "Test clock": "The clock of a test environment, which can be frozen and advanced.",
  "Older clients": "The v1 operations that older Novu clients call; the same rules apply.",
  Health: "Whether the service works; needs no API key.",
};
