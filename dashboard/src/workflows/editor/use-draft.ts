import type { Workflow } from "@tidings/contract";
import { useState } from "react";
import { useEnvironment } from "../../app/environment.tsx";
import { isSame } from "../../app/is-same.ts";
import { readStored, removeStored, store } from "../../app/storage.ts";
import type { Draft } from "../draft.ts";
import { draftName } from "../draft-name.ts";
import { changesBetween, draftOf } from "../draft-of.ts";

/** What was typed and is not saved yet, and the version that it was made from. */
type StoredDraft = {
  version: number;
  /** When it was changed last, ISO. */
  changedAt: string;
  draft: Draft;
};

export type DraftState = {
  draft: Draft;
  /** The version that the draft was made from. */
  version: number;
  /** How many steps and fields are different from the stored workflow; 0: nothing to save. */
  changes: number;
  /** When the draft was changed last, if it was in the browser's storage when the page was opened. */
  restoredFrom: string | undefined;
  /** Another version was saved since the draft was begun. */
  isOutdated: boolean;
  change: (next: (draft: Draft) => Draft) => void;
  /** Forgets the draft: the stored workflow is shown. */
  discard: () => void;
  /** Goes on with the draft as if it had been made from the stored version. */
  rebase: () => void;
};

/**
 * The draft of a workflow. It is in the browser's storage with each change, so that leaving, reloading, signing out and
 * a crash of the tab lose nothing. Without a draft, the page follows the stored workflow.
 */
export function useDraft(stored: Workflow, now: () => Date): DraftState {
  const { environment } = useEnvironment();
  const name = draftName(environment._id, stored._id);
  const storedVersion = stored.version ?? 1;
  const [restored] = useState(() => draftIn(readStored(name)));
  const [own, setOwn] = useState(restored);
  const original = draftOf(stored);
  const write = (next: StoredDraft | undefined): void => {
    setOwn(next);
    if (next) store(name, JSON.stringify(next));
    else removeStored(name);
  };
  const changes = own ? changesBetween(original, own.draft) : 0;
  const version = own && changes > 0 ? own.version : storedVersion;
  return {
    draft: own?.draft ?? original,
    version,
    changes,
    restoredFrom: own && own === restored && changes > 0 ? own.changedAt : undefined,
    isOutdated: version !== storedVersion,
    change: (next) => {
      const draft = next(own?.draft ?? original);
      const isUnchanged = version === storedVersion && isSame(draft, original);
      write(isUnchanged ? undefined : { version, changedAt: now().toISOString(), draft });
    },
    discard: () => write(undefined),
    rebase: () => own && write({ ...own, version: storedVersion }),
  };
}

/** The browser's storage may hold the draft of an older dashboard. */
function draftIn(text: string | undefined): StoredDraft | undefined {
  try {
    const found = JSON.parse(text ?? "null") as Partial<StoredDraft> | null;
    const { version, changedAt, draft } = found ?? {};
    const hasSteps =
      Array.isArray(draft?.steps) && draft.steps.every((step) => typeof step.stepId === "string");
    if (!draft || !hasSteps || typeof version !== "number" || typeof changedAt !== "string") return undefined;
    return { version, changedAt, draft };
  } catch {
    return undefined;
  }
}
