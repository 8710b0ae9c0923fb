import { patternOf } from "./secret-parts.ts";

const MAX_RAW_BYTES = 4 * 1024;
const MASK = "***";

/**
 * A provider's response in the form that is stored and shown: secrets masked (also the part of a URL after its host), also
 * within JSON, escaped or in base64; without control characters (PostgreSQL rejects NUL in text); at most 4 KiB.
 */
export function rawOf(response: string, secrets: readonly string[]): string {
  const masked = withoutSecrets(response, secrets);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removes them
  return cut(masked.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, " "));
}

/** The text with every secret masked, and of a URL everything after its host. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const pattern = patternOf(secrets);
  return pattern === undefined ? text : text.replace(pattern, MASK);
}

/** Always converts to bytes: a lone surrogate, which UTF-8 cannot contain, becomes U+FFFD. */
function cut(text: string): string {
  const bytes = Buffer.from(text);
  const kept = bytes.subarray(0, MAX_RAW_BYTES).toString();
  // A split character decodes to U+FFFD, which may be longer than the removed part.
  return bytes.length <= MAX_RAW_BYTES ? kept : kept.replace(/\uFFFD+$/, "");
}
