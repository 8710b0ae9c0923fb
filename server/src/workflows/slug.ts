import { isId } from "../foundation/id.ts";
import type { StepId, StepKey, WorkflowId, WorkflowKey } from "../foundation/ids.ts";

/** Readable names that still identify a record: `welcome-mail_wf_` and the id in base62. */

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = 62n;
/** 16 digits are enough for every id created before the year 7000. */
const CODE_LENGTH = 16;
const CODE_AT_END = /[0-9A-Za-z]{16}$/;
const MAX_NAME_CHARACTERS = 100;

export type SlugKind = "wf" | "st";
export type Named = { id: string; name: string };

/** For a name without Latin letters or digits (`日本`), the slug has only the kind and the code. */
export function slugOf(kind: SlugKind, { id, name }: Named): string {
  const words = slugify(name);
  return `${words === "" ? "" : `${words}_`}${kind}_${codeOf(id)}`;
}

/** Lower-case letters, digits and single hyphens; empty if the name has no Latin letters or digits. */
export function slugify(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_NAME_CHARACTERS)
    .replace(/^-+|-+$/g, "");
}

/** The possible meanings of a text in a path: always a key, and perhaps an id. */
export type Reference<Id extends string, Key extends string> = { key: Key; id?: Id };
export type WorkflowReference = Reference<WorkflowId, WorkflowKey>;
export type StepReference = Reference<StepId, StepKey>;

/**
 * 24 hexadecimal digits are an id; the last 16 characters of a longer text may be one (a slug); any text may be a
 * key.
 */
export function referenceOf<Id extends string, Key extends string>(text: string): Reference<Id, Key> {
  const lower = text.toLowerCase();
  const key = text as Key;
  if (isId(lower)) return { key, id: lower as Id };
  const id = idAtEnd(text) as Id | undefined;
  return id === undefined ? { key } : { key, id };
}

function idAtEnd(text: string): string | undefined {
  const code = CODE_AT_END.exec(text)?.[0];
  if (code === undefined) return undefined;
  let value = 0n;
  for (const digit of code) value = value * BASE + BigInt(DIGITS.indexOf(digit));
  return value.toString(16).padStart(24, "0");
}

function codeOf(id: string): string {
  let code = "";
  for (let value = BigInt(`0x${id}`); value > 0n; value /= BASE) code = DIGITS[Number(value % BASE)] + code;
  return code.padStart(CODE_LENGTH, "0");
}
