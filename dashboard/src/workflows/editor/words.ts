import { counted } from "../../timeline/words.ts";

/** The texts of the editor. */
export const words = {
  trail: "Workflows",
  cannotBeRead: "The workflow could not be read",
  reading: "Reading the workflow",
  steps: "Steps",
  trigger: "Trigger",
  settings: "Settings",
  addStep: "Add step",
  addAbove: "Add a step here",
  actionsOf: "Actions of",
  moveUp: "Move up",
  moveDown: "Move down",
  duplicate: "Duplicate",
  remove: "Delete",
  putBack: "Put back",
  noSteps: "No steps yet: a trigger of this workflow does nothing.",
  mostSteps: "A workflow has at most 20 steps.",
  unknownStep: "This step is not in the workflow. Choose one from the list.",
  connect: "Connect one",
  stepName: "Name of the step",
  nameNeeded: "Type a name.",
  parts: "Parts of the step",
  content: "Content",
  when: "When",
  delivery: "Delivery",
  variants: "Variants",
  rehearsal: "Rehearsal",
  readingRehearsal: "Loading the rehearsal",
  back: "Steps",
  rehearse: "Rehearse",
  triggerLink: "Trigger…",
  versions: "Versions",
  discard: "Discard",
  discardTitle: "Discard the draft?",
  discardWhy: "What you changed since the last save is lost. The stored workflow stays as it is.",
  save: "Save…",
  saveShortcut: "Save the workflow",
  active: "Active",
  inactive: "Off",
  nothingChanged: "Nothing is changed.",
  refused: "This cannot be saved yet",
  readOnly: "Your session may read workflows, not change them.",
  saveTitle: "Save as version",
  saveAction: "Save",
  cancel: "Cancel",
  saveIssues: "Problems that remain",
  noWaiting: "No notification waits in this workflow.",
  migrate: "Take them along: after the step they wait in, they go on with the new version.",
  migrateHelp: "One whose step was removed keeps its version.",
  notSaved: "Not saved",
  conflict: "Changed meanwhile",
  compare: "Compare",
  overwrite: "Keep mine, overwrite",
  useStored: "Use the saved one",
  saved: "Saved as version",
} as const;

export const draftOfMoment = "Draft of";
export const restored = "restored";
export const draftSentence = (changes: number): string => `Draft: ${counted(changes, "change")}`;
export const outdatedSentence = (mine: number, stored: number): string =>
  `Your draft was made from version ${mine}; meanwhile version ${stored} was saved. Nothing is overwritten until you choose.`;
export const waitingSentence = (count: number, isAtLeast: boolean): string =>
  `${isAtLeast ? "At least " : ""}${counted(count, "notification")} ${
    count === 1 ? "waits" : "wait"
  } in this workflow and would go on with the version ${count === 1 ? "it has" : "they have"}.`;
export const issuesSentence = (count: number): string => counted(count, "issue");
