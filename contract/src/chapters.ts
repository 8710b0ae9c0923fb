/** What the chapters of the API reference are about. */
export const CHAPTERS: Readonly<Record<string, string>> = {
  "API keys": "Keys of an environment: list, create, rotate and revoke them.",
  Environments: "Separate sets of everything else, each with its own API keys.",
  Subscribers: "The recipients of notifications, and how they are reached.",
  Topics: "Groups of subscribers that are notified under one name.",
  Contexts: "Where notifications belong: a tenant, a project.",
  Preferences: "What a subscriber wants to receive, and when.",
  Integrations: "Accounts with providers that carry messages.",
  Workflows: "What is sent, through which channels, in which order and under which conditions.",
  Events: "Triggers: they start a workflow for its recipients.",
  Messages: "What one channel carried to one subscriber.",
  Notifications: "What became of a trigger for one subscriber, step by step.",
  "Dead letters": "Messages that were given up, and how they are sent again.",
  "Test clock": "The time of an environment made for tests, which can be held and moved.",
  "Older clients": "The v1 names of operations, as older clients of Novu call them: the same rules as above.",
  Health: "Whether the service works; no API key is needed.",
};
