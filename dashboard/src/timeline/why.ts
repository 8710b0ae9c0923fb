import type { DetailCode } from "@tidings/contract";
import { isDetailCode } from "./detail-codes.ts";
import { type Sentence, say } from "./sentence.ts";
import { DECIDED } from "./why-decided.ts";
import { DONE } from "./why-done.ts";
import type { Offer, Why, WhyFacts } from "./why-facts.ts";
import { FAILED } from "./why-failed.ts";
import { WAITING } from "./why-waiting.ts";
import { isChannel, messageOf } from "./words.ts";

/** Each code of an execution detail: what it says, and what can be done about it. The compiler knows if one is missing. */
export const WHY: Readonly<Record<DetailCode, Why>> = { ...DECIDED, ...WAITING, ...FAILED, ...DONE };

/** The sentence of a code; for a code of a newer version, what the server says. */
export function sentenceOf(code: string | undefined, facts: WhyFacts, otherwise: string): Sentence {
  return isDetailCode(code) ? WHY[code].says(facts) : say`${otherwise}.`;
}

export function offersOf(code: string | undefined): readonly Offer[] {
  return isDetailCode(code) ? (WHY[code].offers ?? []) : [];
}

export type Asked = Pick<WhyFacts, "person" | "step" | "type"> & { readonly isOver: boolean };

/** The question that the sentence answers. */
export function questionOf({ person, step, type, isOver }: Asked): string {
  if (!isChannel(type)) return isOver ? `Why did it end at “${step}”?` : `What does “${step}” wait for?`;
  return isOver
    ? `Why did ${person} not get ${messageOf(type)}?`
    : `Why has ${person} not got ${messageOf(type)} yet?`;
}
