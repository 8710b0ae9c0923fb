import type { Workflow } from "@tidings/contract";
import { useEffect, useState } from "react";
import { useEnvironment } from "../app/environment.tsx";
import { isObject, objectIn } from "../app/json-object.ts";
import { readStored, store } from "../app/storage.ts";
import { chosenIn } from "./recipients.ts";
import type { TriggerSearch } from "./search.ts";
import type { TriggerDraft } from "./trigger-body.ts";

const TEXTS = ["payload", "transactionId", "actor", "context", "overrides"] as const;

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

/** What was typed stays in the browser, so that leaving, reloading and signing out lose nothing. */
export function useDraft(workflow: Workflow, search: TriggerSearch) {
  const { environment } = useEnvironment();
  const name = `trigger-draft:${environment._id}:${workflow.workflowId}`;
  const [draft, setDraft] = useState(() => startOf(readStored(name), workflow, search));
  const from = JSON.stringify(search);
  useEffect(() => store(name, JSON.stringify({ ...draft, from })), [name, draft, from]);
  const change = (changes: Partial<TriggerDraft>): void => setDraft((before) => ({ ...before, ...changes }));
  return { draft, change };
}

/**
 * What the address says goes before what was typed, and that before the workflow's example. What was typed at this very
 * address goes first: a reload keeps it.
 */
function startOf(stored: string | undefined, workflow: Workflow, search: TriggerSearch): TriggerDraft {
  const typed = draftIn(stored);
  const isSameAddress = objectIn(stored ?? "")?.from === JSON.stringify(search);
  const { to, topic, payload } = isSameAddress ? {} : search;
  const chosen = chosenIn(to, topic);
  const given = payload === undefined ? undefined : (objectIn(payload) ?? payload);
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
