/** A shorter text is masked only as a separate word: a password "a" must not mask every a of a response. */
const MIN_LENGTH_INSIDE_WORDS = 6;
/** A path segment is masked separately only when it may be a token; "messages" stays readable. */
const MIN_TOKEN_LENGTH = 12;

/** A pattern for the secrets in all notations, and for the part of URLs after their host. */
export function patternOf(secrets: readonly string[]): RegExp | undefined {
  const parts = new Set(secrets.flatMap((secret) => [secret, ...partsOfUrl(secret)]).flatMap(spellingsOf));
  // Longer secrets first: of two with the same start, the longer one must be masked completely.
  const patterns = [...parts].sort((a, b) => b.length - a.length).map(textPattern);
  return patterns.length === 0 ? undefined : new RegExp(patterns.join("|"), "g");
}

function partsOfUrl(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const { host, username, password, pathname, search, searchParams, hash } = new URL(text);
  if (host === "") return [];
  const parameters = [search, search.slice(1), hash, ...searchParams.values()];
  const path =
    pathname === "/" ? [] : [pathname + search, pathname, ...pathname.split("/").filter(mayBeToken)];
  return [username, password, ...path, ...parameters].filter((part) => part !== "");
}

function mayBeToken(segment: string): boolean {
  const isMixed = /[0-9]/.test(segment) && /[A-Za-z]/.test(segment);
  return segment.length >= (isMixed ? MIN_LENGTH_INSIDE_WORDS : MIN_TOKEN_LENGTH);
}

function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const encodings = [bytes.toString("base64"), bytes.toString("base64url"), escapedForUrl(secret)];
  return [secret, unescaped(secret), JSON.stringify(secret).slice(1, -1), ...encodings];
}

/** A lone surrogate cannot be encoded in a URL. */
function escapedForUrl(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function textPattern(text: string): string {
  const literal = text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const isShort = text.length < MIN_LENGTH_INSIDE_WORDS && !text.startsWith("/");
  return isShort ? `(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9])` : literal;
}
