import { textAt } from "./json-path.ts";
import { refusalOf } from "./refusal-rule.ts";
import type { VendorResponse, Verdict } from "./vendor-rules.ts";

/** A vendor's error codes, by what they mean. */
export type CodesByKind = Partial<Record<Verdict["kind"], readonly string[]>>;

/** The vendor refused the message for a reason that its table does not list: its words decide (`refusal-rule.ts`). */
export const UNLISTED: Verdict = { kind: "rejected", isUnlisted: true };

/** The verdict of the rule for such refusals on these words. */
export function unlisted(words: string): Verdict {
  return { kind: "rejected", ...refusalOf(words) };
}

/** The verdict that the table has for this code; undefined for a code that it does not list. */
export function verdictOf(code: string | undefined, codes: CodesByKind): Verdict | undefined {
  const kinds = Object.keys(codes) as Verdict["kind"][];
  const kind = kinds.find((one) => code !== undefined && codes[one]?.includes(code));
  return kind === undefined ? undefined : { kind };
}

/** The verdict on a response by the error code at a path. */
export function verdictAt({ json }: VendorResponse, path: string, codes: CodesByKind): Verdict | undefined {
  return verdictOf(textAt(json, path), codes);
}
