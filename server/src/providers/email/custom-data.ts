import type { EmailMessage } from "../provider.ts";

type Tag = { name: string; value: string };

/** What SES and Resend take: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_MessageTag.html */
const OTHER_CHARACTERS = /[^A-Za-z0-9_-]/gu;
const MAX_LENGTH = 256;
const MAX_TAGS = 50;

/**
 * The data of a trigger as tags of ASCII letters, digits, `_` and `-`; each other character becomes `_`. Without empty ones, and
 * each name once, because a vendor rejects the mail otherwise.
 */
export function tagsOf({ customData = {} }: EmailMessage): Tag[] {
  const tags = new Map<string, string>();
  for (const [name, value] of Object.entries(customData)) {
    const [tag, text] = [plain(name), plain(value)];
    if (tag !== "" && text !== "" && !tags.has(tag)) tags.set(tag, text);
  }
  return [...tags].slice(0, MAX_TAGS).map(([name, value]) => ({ name, value }));
}

function plain(text: string): string {
  return text.replace(OTHER_CHARACTERS, "_").slice(0, MAX_LENGTH);
}

const MAX_LABEL = 191;

/** The same as labels `name:value`, for a vendor whose tags have no value. */
export function labelsOf({ customData = {} }: EmailMessage): string[] {
  const labels = Object.entries(customData).map(([name, value]) => `${name}:${value}`.slice(0, MAX_LABEL));
  return [...new Set(labels.map((label) => label.toWellFormed()))];
}

/** JSON in ASCII, as the value of a header must be. */
export function asciiJson(customData: Record<string, string>): string {
  return JSON.stringify(customData).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
