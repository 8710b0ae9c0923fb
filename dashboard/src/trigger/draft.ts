import type { Workflow } from "@tidings/contract";
import { useEffect, useState } from "react";
import { useEnvironment } from "../app/environment.tsx";
import { searchOf } from "../app/search-params.ts";
import { readStored, store } from "../app/storage.ts";
import { chosenIn } from "./recipients.ts";
import { isObject, objectIn, type TriggerDraft } from "./trigger-body.ts";

/** Recipients and the payload (JSON) that another screen has chosen. */
export const triggerSearch = searchOf("to", "topic", "payload");
export type TriggerSearch = ReturnType<typeof triggerSearch>;

const TEXTS = ["payload", "transactionId", "actor", "context", "overrides"] as const;

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

/** What was typed stays in the browser, so that leaving, reloading and signing out lose nothing. */
export function useDraft(workflow: Workflow, search: TriggerSearch) {
  const { environment } = useEnvironment();
  const name = `trigger-draft:${environment._id}:${workflow.workflowId}`;
  const [draft, setDraft] = useState(() => startOf(readStored(name), workflow, search));
  useEffect(() => store(name, JSON.stringify(draft)), [name, draft]);
  const change = (changes: Partial<TriggerDraft>): void => setDraft((before) => ({ ...before, ...changes }));
  return { draft, change };
}

/** What the address says goes before what was typed, and that before the workflow's example. */
function startOf(stored: string | undefined, workflow: Workflow, search: TriggerSearch): TriggerDraft {
  const typed = draftIn(stored);
  const chosen = chosenIn(search.to, search.topic);
  const given = search.payload === undefined ? undefined : (objectIn(search.payload) ?? search.payload);
  return {
    transactionId: "",
    actor: "",
    context: "",
    overrides: "",
    to: [],
    payload: pretty(workflow.payloadExample ?? {}),
    ...typed,
    ...(chosen.length > 0 ? { to: chosen } : {}),
    ...(given === undefined ? {} : { payload: isObject(given) ? pretty(given) : given }),
  };
}

/** The browser's storage may hold the draft of an older version. */
function draftIn(stored: string | undefined): Partial<TriggerDraft> {
  const draft = objectIn(stored ?? "") ?? {};
  const texts = TEXTS.filter((name) => typeof draft[name] === "string").map((name) => [name, draft[name]]);
  const to = Array.isArray(draft.to) ? draft.to.filter((one) => isObject(one) && one.id && one.label) : [];
  return { ...Object.fromEntries(texts), ...(to.length > 0 ? { to } : {}) };
}
