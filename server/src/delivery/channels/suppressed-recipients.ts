import type { Json, JsonObject } from "../../foundation/json.ts";
import { readMailbox } from "../../providers/email/read-mailbox.ts";
import { isSuppressed, type Suppressed } from "../../suppressions/suppression.ts";

/** The overrides that add recipients to a mail. */
const RECIPIENTS = ["to", "cc", "bcc"] as const;

/** `leftOut`: how many recipients each of the overrides lost; empty where none did. */
export type WithoutSuppressed = { overrides: JsonObject; leftOut: Record<string, number> };

/**
 * The overrides of a mail without the suppressed addresses in `to`, `cc` and `bcc`. The address of the message itself is
 * checked before (`steps/suppressed-targets.ts`).
 */
export function withoutSuppressed(
  overrides: JsonObject,
  suppressed: Suppressed | undefined,
): WithoutSuppressed {
  const kept: JsonObject = { ...overrides };
  const leftOut: Record<string, number> = {};
  for (const name of suppressed ? RECIPIENTS : []) {
    const given = listOf(overrides[name]);
    const allowed = given.filter((one) => !isSuppressedMailbox(one, suppressed));
    if (allowed.length === given.length) continue;
    kept[name] = allowed;
    leftOut[name] = given.length - allowed.length;
  }
  return { overrides: kept, leftOut };
}

function listOf(value: Json | undefined): Json[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function isSuppressedMailbox(value: Json, suppressed: Suppressed | undefined): boolean {
  return typeof value === "string" && isSuppressed(suppressed, "email", readMailbox(value).address);
}
