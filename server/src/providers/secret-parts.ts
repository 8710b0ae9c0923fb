/** A shorter text is masked only where it stands alone: a password "a" must not take every a out of an answer. */
const SHORTEST_INSIDE_WORDS = 6;
/** A segment of a path is masked by itself only where it may be a token; "messages" stays readable. */
const SHORTEST_TOKEN = 12;

/** Everything of a secret that an answer may repeat: itself in any spelling, and of a URL all that follows its host. */
export function patternOf(secrets: readonly string[]): RegExp | undefined {
  const parts = new Set(secrets.flatMap((secret) => [secret, ...partsOfUrl(secret)]).flatMap(spellingsOf));
  // The longer first: of two that begin alike, all of the longer one has to go.
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
  return segment.length >= (isMixed ? SHORTEST_INSIDE_WORDS : SHORTEST_TOKEN);
}

function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const encodings = [bytes.toString("base64"), bytes.toString("base64url"), escapedForUrl(secret)];
  return [secret, unescaped(secret), JSON.stringify(secret).slice(1, -1), ...encodings];
}

/** A lone half of a surrogate pair cannot be written in a URL. */
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
  const isShort = text.length < SHORTEST_INSIDE_WORDS && !text.startsWith("/");
  return isShort ? `(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9])` : literal;
}
