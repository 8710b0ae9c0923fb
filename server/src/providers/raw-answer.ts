const MAX_RAW_BYTES = 4 * 1024;
const MASK = "***";

/**
 * A provider's answer as it may be stored and shown: secrets masked, also where they are repeated inside JSON or in
 * base64, without control characters (PostgreSQL refuses NUL in text), at most 4 KiB.
 */
export function rawOf(answer: string, secrets: readonly string[]): string {
  const hidden = secrets.flatMap(spellingsOf).sort((a, b) => b.length - a.length);
  const masked = hidden.reduce((text, secret) => text.replaceAll(secret, MASK), answer);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return cut(masked.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, " "));
}

function spellingsOf(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), Buffer.from(secret).toString("base64")];
}

function cut(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_RAW_BYTES) return text;
  // A character cut in two decodes to U+FFFD, three bytes long: leave room for it, then drop it.
  return bytes
    .subarray(0, MAX_RAW_BYTES)
    .toString()
    .replace(/\uFFFD+$/, "");
}
