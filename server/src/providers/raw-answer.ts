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

/** Through bytes in any case: a lone half of a surrogate pair, which UTF-8 cannot carry, becomes U+FFFD. */
function cut(text: string): string {
  const bytes = Buffer.from(text);
  const kept = bytes.subarray(0, MAX_RAW_BYTES).toString();
  // A character cut in two decodes to U+FFFD, which is longer than what it stands for.
  return bytes.length <= MAX_RAW_BYTES ? kept : kept.replace(/\uFFFD+$/, "");
}
