import type { Subscriber, SubscriberChanges } from "@tidings/contract";
import { FIELD_WORDS } from "./words.ts";

export type FieldName = keyof typeof FIELD_WORDS;
export const FIELD_NAMES = Object.keys(FIELD_WORDS) as FieldName[];

/** What was typed; fields that were not touched follow the stored profile. */
export type Typed = Partial<Record<FieldName, string>>;

/** A stored field as the form shows it. */
export function storedText(subscriber: Subscriber, name: FieldName): string {
  if (name !== "data") return subscriber[name] ?? "";
  const { data } = subscriber;
  return data && Object.keys(data).length > 0 ? JSON.stringify(data, null, 2) : "";
}

export const isChanged = (subscriber: Subscriber, typed: Typed): boolean =>
  FIELD_NAMES.some((name) => typed[name] !== undefined && typed[name] !== storedText(subscriber, name));

/** Only what was changed; an empty field clears the stored one. Undefined: the data is no JSON object. */
export function changesOf(subscriber: Subscriber, typed: Typed): SubscriberChanges | undefined {
  const changes: Record<string, unknown> = {};
  for (const name of FIELD_NAMES) {
    const text = typed[name];
    if (text === undefined || text === storedText(subscriber, name)) continue;
    changes[name] = name === "data" ? dataIn(text) : text.trim() || null;
  }
  return "data" in changes && changes.data === undefined ? undefined : (changes as SubscriberChanges);
}

function dataIn(text: string): object | null | undefined {
  if (text.trim() === "") return null;
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === "object" && data !== null && !Array.isArray(data) ? data : undefined;
  } catch {
    return undefined;
  }
}
