import { counted } from "../timeline/words.ts";

/** The texts of the question before a workflow is deleted. */
export const deleteWords = {
  what: "Triggers of it are then refused. This cannot be undone.",
  doDelete: "Delete",
  cancel: "Cancel",
  typeName: "Type the name of the workflow",
  noneWaits: "No notification waits in it.",
  reading: "Reading how many notifications wait in it…",
  notDeleted: "The workflow was not deleted",
  deleted: "The workflow is deleted",
} as const;

export const deleteTitle = (name: string): string => `Delete “${name}”?`;
export const waitingSentence = (count: number, isAtLeast: boolean): string =>
  `${isAtLeast ? "At least " : ""}${counted(count, "notification")} ${count === 1 ? "waits" : "wait"} in it and ${
    count === 1 ? "goes" : "go"
  } on to the end.`;
