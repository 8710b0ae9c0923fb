import type { WorkflowStatus } from "@tidings/contract";
import { counted } from "../../timeline/words.ts";

/** The texts of the list of workflows. */
export const words = {
  title: "Workflows",
  search: "Name or identifier",
  reading: "Reading the workflows",
  cannotBeRead: "The workflows could not be read",
  name: "Name",
  steps: "Steps",
  noSteps: "No steps",
  state: "State",
  lastDay: "Last 24 hours",
  lastTriggered: "Last triggered",
  never: "Never",
  tags: "Tags",
  tag: "Tag",
  anyTag: "Any tag",
  anyState: "Any state",
  active: "Active",
  off: "Off",
  actions: "Actions",
  activeOf: (name: string) => `${name} is active`,
  more: (name: string) => `Actions for ${name}`,
  previous: "Previous",
  next: "Next",
  pages: (from: number, to: number, total: number) => `${from} to ${to} of ${total}`,
  none: "No workflows yet",
  noneWhy: "A workflow is what a trigger starts: its steps say which messages are sent, and when.",
  noneCommand:
    'echo \'{"name":"Hello","workflowId":"hello","steps":[{"name":"Inbox","type":"in_app","controlValues":{"body":"Hello"}}]}\' | npx tidings workflows create -',
  beginWithSample: "Begin with a sample",
  noMatch: "No workflow matches",
  noMatchWhy: "Change or clear the filters.",
  noPage: "This page is empty",
  noPageWhy: "There are fewer workflows than that.",
  firstPage: "First page",
  clear: "Clear the filters",

  switchOn: "Switch on",
  switchOff: "Switch off",
  switchTitle: (action: string, name: string, environment: string) => `${action} ${name} in ${environment}?`,
  switchOnWhy: "From then on, triggers of this workflow reach people again.",
  switchOffWhy: "From then on, triggers of this workflow do nothing. Notifications that wait go on.",
  notSwitched: "It could not be changed",

  trigger: "Trigger…",
  versions: "Versions",
  duplicate: "Duplicate…",
  copyTo: "Copy to another environment…",
  delete: "Delete…",

  copyTitle: (name: string) => `Copy ${name} to another environment`,
  copyWhat:
    "The workflow of the other environment with the same identifier is replaced, also in whether it is active; without one, it is created.",
  target: "To",
  lookingThere: "Looking whether it is there already",
  isNotThere: (environment: string) => `${environment} has no workflow with this identifier: it is created.`,
  isThere: (environment: string, version: number) =>
    `${environment} has it as version ${version}: that content is replaced by a new version. The versions stay.`,
  doCopy: "Copy",
  copied: (name: string, environment: string) => `${name} is copied to ${environment}`,
  notCopied: "The workflow could not be copied",

  new: "New…",
  newTitle: "New workflow",
  beginWith: "Begin with",
  empty: "Nothing",
  emptyWhat: "A workflow without steps.",
  copy: "A copy of another workflow",
  copyOf: "Copy of",
  copyOfWhat: "All steps and settings of it. The copy is switched off.",
  copyName: (name: string) => `${name} copy`,
  identifier: "Identifier",
  identifierHelp: "Triggers name the workflow by it. It cannot be changed later.",
  identifierNeeded: "Choose an identifier: letters and digits, with single - _ . between them.",
  nameNeeded: "Give it a name.",
  originalNeeded: "Choose the workflow to copy.",
  cancel: "Cancel",
  create: "Create",
  created: (name: string) => `${name} is created`,
  cannotBeCreated: "The workflow could not be created",
} as const;

export const STATUS_WORDS: Readonly<Record<WorkflowStatus, string>> = {
  ACTIVE: "Active",
  INACTIVE: "Off",
  ERROR: "With issues",
};

export const lastDaySentence = (delivered: number, failed: number): string =>
  `${counted(delivered, "message")} delivered, ${counted(failed, "step")} failed in the last 24 hours`;
