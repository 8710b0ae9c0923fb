/** Of a subscriber without a locale, or with one that is unknown: never that of the machine. */
const DEFAULT_LOCALE = "en-US";

/** The longest tag that is looked up; the longest in use have about 20 characters. */
const MAX_TAG_CHARS = 35;
const MAX_REMEMBERED = 500;

const found = new Map<string, string>();

/**
 * The locale that Intl uses for a subscriber's: `de_AT`, `de-AT` and POSIX's `de_AT.UTF-8` name the same one. A locale that Intl does
 * not know is shortened, part by part, until one is known: `de-Latn-XX` to `de-Latn`, then to `de`.
 */
export function knownLocale(given: unknown): string {
  if (typeof given !== "string" || given.length > MAX_TAG_CHARS) return DEFAULT_LOCALE;
  const known = found.get(given);
  if (known !== undefined) return known;
  if (found.size >= MAX_REMEMBERED) found.clear();
  const locale = lookUp(given) ?? DEFAULT_LOCALE;
  found.set(given, locale);
  return locale;
}

function lookUp(given: string): string | undefined {
  const [tag = ""] = given.trim().replaceAll("_", "-").split(/[.@]/);
  const parts = tag.split("-");
  for (let count = parts.length; count > 0; count--) {
    const supported = supportedOf(parts.slice(0, count).join("-"));
    if (supported !== undefined) return supported;
  }
  return undefined;
}

function supportedOf(tag: string): string | undefined {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag)[0];
  } catch {
    return undefined;
  }
}
