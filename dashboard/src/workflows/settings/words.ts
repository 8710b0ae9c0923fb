import type { Severity } from "@tidings/contract";

/** The texts of the settings of a workflow. */
export const words = {
  name: "Name",
  nameNeeded: "Type a name.",
  identifier: "Identifier",
  identifierHelp: "Triggers name the workflow by it. It never changes.",
  description: "Description",
  tags: "Tags",
  tagsHelp: "For lists, and for preferences and inboxes that show some tags only. Enter adds one.",
  newTag: "New tag",
  addTag: "Add",
  severity: "Severity",
  severityHelp: "Inboxes show it and can filter by it.",
  channels: "Channels by default",
  channelsHelp: "What subscribers get until their own preferences say otherwise.",
  critical: "Critical: subscribers cannot switch it off",
  criticalByCode: "The code of the workflow says so.",
  active: "Triggers start the workflow",
  activeHelp:
    "Takes effect at once, without Save. When it is off, triggers do nothing; notifications that have started continue.",
  activated: "The workflow is on",
  deactivated: "The workflow is off",
  danger: "Delete the workflow",
  dangerHelp: "Triggers of it are then refused.",
  delete: "Delete…",
} as const;

export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  high: "High",
  medium: "Medium",
  low: "Low",
  none: "None",
};

export const removeTag = (tag: string): string => `Remove the tag ${tag}`;
