/**
 * A sentence with values of which the page decides how to show them: moments follow the switch of the time zone, values
 * are set in another type, and a notification is a link.
 */
export type Sentence = readonly Part[];

export type Part =
  | string
  /** An ISO time. */
  | { readonly kind: "moment"; readonly at: string }
  /** A value from outside: shown as text, never as HTML. */
  | { readonly kind: "value"; readonly text: string }
  | { readonly kind: "notification"; readonly id: string; readonly label: string };

type Slot = Part | Sentence | number | undefined;

/** A sentence from a template; a slot may be a part, a sentence or nothing. */
export function say(texts: TemplateStringsArray, ...slots: readonly Slot[]): Sentence {
  return texts.flatMap((text, at) => [...partsOf(text), ...partsOf(slots[at])]);
}

function partsOf(slot: Slot): readonly Part[] {
  if (slot === undefined || slot === "") return [];
  if (typeof slot === "number") return [String(slot)];
  return isSentence(slot) ? slot : [slot];
}

const isSentence = (slot: Part | Sentence): slot is Sentence => Array.isArray(slot);

export const moment = (at: string): Part => ({ kind: "moment", at });
export const value = (text: string): Part => ({ kind: "value", text });

/** The sentence as text, with moments in ISO 8601; for titles and tests. */
export function plainText(sentence: Sentence): string {
  return sentence.map(textOf).join("");
}

function textOf(part: Part): string {
  if (typeof part === "string") return part;
  switch (part.kind) {
    case "moment":
      return part.at;
    case "value":
      return part.text;
    case "notification":
      return part.label;
  }
}
