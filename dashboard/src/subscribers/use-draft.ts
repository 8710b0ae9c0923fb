import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import { useEnvironment } from "../app/environment.tsx";
import type { Typed } from "./profile-changes.ts";

/** Personal data: kept in memory only. It survives other screens and a new sign-in; the browser asks before a reload. */
const drafts = new Map<string, Typed>();

/** What was typed into the profile of a subscriber and is not saved yet. */
export function useDraft(subscriberId: string, isDirty: (typed: Typed) => boolean) {
  const { environment } = useEnvironment();
  const key = JSON.stringify([environment._id, subscriberId]);
  const [typed, setTyped] = useState<Typed>(drafts.get(key) ?? {});
  const set = (next: Typed): void => {
    drafts.set(key, next);
    setTyped(next);
  };
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => isDirty(typed) });
  return { typed, set, clear: () => set({}) };
}
