const MINUTE_MS = 60_000;

/** A moment as the text of a `datetime-local` field, in UTC or in the browser's zone; empty for a text that is no moment. */
export function localText(iso: string, isUtc: boolean): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return "";
  const shift = isUtc ? 0 : at.getTimezoneOffset() * MINUTE_MS;
  return new Date(at.getTime() - shift).toISOString().slice(0, 16);
}

/** The moment that such a text means, ISO 8601; empty for an empty or unfinished text. */
export function isoOf(text: string, isUtc: boolean): string {
  const at = new Date(isUtc ? `${text}Z` : text);
  return Number.isNaN(at.getTime()) ? "" : at.toISOString();
}
