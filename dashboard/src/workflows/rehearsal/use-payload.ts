import type { Notification, Workflow } from "@tidings/contract";
import { useState } from "react";
import { useEnvironment } from "../../app/environment.tsx";
import { isObject, objectIn } from "../../app/json-object.ts";
import { readStored, store } from "../../app/storage.ts";

const SOURCES = ["last", "example", "typed"] as const;
/** Where a payload comes from: the workflow's last notification, the example of its schema, or the keyboard. */
export type Source = (typeof SOURCES)[number];

export type Payload = {
  readonly source: Source;
  /** Those that there are. */
  readonly sources: readonly Source[];
  readonly text: string;
  /** Undefined if the text is no JSON object. */
  readonly value: Readonly<Record<string, unknown>> | undefined;
  readonly choose: (source: Source) => void;
  readonly type: (text: string) => void;
};

type Kept = { readonly source?: Source; readonly text?: string };

/** What was typed and chosen stays in the browser. */
export function usePayload(stored: Workflow, last: Notification | null | undefined): Payload {
  const { environment } = useEnvironment();
  const name = `rehearsal-payload:${environment._id}:${stored.workflowId}`;
  const [kept, setKept] = useState(() => keptIn(readStored(name)));
  const texts: Readonly<Record<Source, string | undefined>> = {
    last: textOf(last?.payload),
    example: textOf(stored.payloadExample),
    typed: kept.text ?? textOf(last?.payload) ?? textOf(stored.payloadExample) ?? "{}",
  };
  const sources = SOURCES.filter((one) => texts[one] !== undefined);
  const source = sources.find((one) => one === kept.source) ?? sources[0] ?? "typed";
  const text = texts[source] ?? "{}";
  const keep = (next: Kept): void => {
    store(name, JSON.stringify(next));
    setKept(next);
  };
  return {
    source,
    sources,
    text,
    value: objectIn(text),
    choose: (wanted) => keep({ ...kept, source: wanted }),
    type: (typed) => keep({ source: "typed", text: typed }),
  };
}

const textOf = (payload: unknown): string | undefined =>
  isObject(payload) ? JSON.stringify(payload, null, 2) : undefined;

/** The browser's storage may hold what an older version kept. */
function keptIn(text = ""): Kept {
  const { source, text: typed } = objectIn(text) ?? {};
  const known = SOURCES.find((one) => one === source);
  return { ...(known ? { source: known } : {}), ...(typeof typed === "string" ? { text: typed } : {}) };
}
