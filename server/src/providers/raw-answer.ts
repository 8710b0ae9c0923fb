import { patternOf } from "./secret-parts.ts";

const MAX_RAW_BYTES = 4 * 1024;
const MASK = "***";

/**
 * A provider's answer as it may be stored and shown: secrets masked (of a URL what follows its host, too), also where
 * they are repeated inside JSON, escaped or in base64, without control characters (PostgreSQL refuses NUL in text), at
 * most 4 KiB.
 */
export function rawOf(answer: string, secrets: readonly string[]): string {
  const masked = withoutSecrets(answer, secrets);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return cut(masked.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, " "));
}

/** The same text with every secret, and of an address all that follows its host, replaced. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const pattern = patternOf(secrets);
  return pattern === undefined ? text : text.replace(pattern, MASK);
}

/** Through bytes in any case: a lone half of a surrogate pair, which UTF-8 cannot carry, becomes U+FFFD. */
function cut(text: string): string {
  const bytes = Buffer.from(text);
  const kept = bytes.subarray(0, MAX_RAW_BYTES).toString();
  // A character cut in two decodes to U+FFFD, which is longer than what it stands for.
  return bytes.length <= MAX_RAW_BYTES ? kept : kept.replace(/\uFFFD+$/, "");
}
