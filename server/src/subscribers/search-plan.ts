/** Each text must occur in its field, case-sensitive and without wildcards; all filters must match. */
export type SubscriberFilter = {
  [field in SearchedField]?: string | undefined;
} & {
  /** Must occur in one of the four fields, whatever its case. */
  search?: string | undefined;
};

export type SearchedField = "email" | "phone" | "name" | "subscriberKey";
/** The searched texts of one subscriber; null where it has none. */
export type SearchedTexts = Record<SearchedField, string | null>;

/**
 * How the indexes find the matches of a filter. Each part occurs in the filter's text, so that it only leaves more
 * candidates: a plan changes the time of a search and never its result.
 */
export type SearchPlan = {
  /**
   * Of filters with a rare part, that part: the index searches these only. Empty, and without `pieces` and `localPart`: the index
   * searches the whole texts.
   */
  parts: Readonly<Partial<Record<keyof SubscriberFilter, string>>>;
  /** One or two letters that few subscribers have, in all forms that match: the index of pieces finds those with one of them. */
  pieces?: readonly string[];
  /**
   * The part of the e-mail filter before its only @, if few local parts (RFC 5321, section 4.1.2) end like this: the index of
   * local parts is used alone.
   */
  localPart?: string;
  /** At least one subscriber in 40 probably matches. */
  isCommon: boolean;
};

/** A part has at most this many letters. Each further one would be a further list of the index to read. */
const PART_LETTERS = 4;
const TRIGRAM_LETTERS = 3;
/** A part is used alone where at most this share of the subscribers has it; otherwise all letters together are rarer. */
const RARE_SHARE = 1 / 200;
/** Where more subscribers have the letters, reading all of them finds 50,000 matches earlier. */
const PIECE_SHARE = 0.12;
const COMMON_SHARE = 1 / 40;

/**
 * Chooses by a sample of the environment's subscribers: a rare local part, or the rarest part of each text. A whole e-mail
 * address has 30 trigrams, most of them those of a common domain, and PostgreSQL reads the list of each: 1,000,000
 * subscribers, 3,800 pages for the whole address, 20 pages for its rarest four letters, 6 pages for its local part. Only the
 * last does not grow in proportion to the subscribers.
 */
export function planSearch(
  filter: SubscriberFilter,
  sample: readonly (SearchedTexts & { isMatch: boolean })[],
): SearchPlan {
  const localPart = rareLocalPart(filter.email ?? "", sample);
  if (localPart !== undefined) return { parts: {}, localPart, isCommon: false };
  const candidates = Object.entries(filter).flatMap(([key, text]) => {
    const field = key as keyof SubscriberFilter;
    return text ? partOf(text, lowerTexts(sample, field)).map((part) => ({ field, ...part })) : [];
  });
  const used = candidates.filter(({ share }) => share <= RARE_SHARE);
  const pieces = used.length === 0 ? rarePieces(filter, sample) : undefined;
  return {
    parts: Object.fromEntries(used.map(({ field, part }) => [field, part])),
    ...(pieces ? { pieces } : {}),
    isCommon: sample.filter(({ isMatch }) => isMatch).length > sample.length * COMMON_SHARE,
  };
}

/**
 * The local part of a text with one @, if few addresses are candidates. If an address with one @ contains the text, both have
 * the @ at the same place, and the local part of the address ends like that of the text. An address with several @ is always a
 * candidate. Undefined for up to PART_LETTERS letters: many local parts may end so, and another filter may be rarer.
 */
function rareLocalPart(text: string, sample: readonly SearchedTexts[]): string | undefined {
  const [localPart = "", ...rest] = text.split("@");
  if (rest.length !== 1 || localPart.length <= PART_LETTERS) return undefined;
  const isCandidate = ({ email }: SearchedTexts) => {
    const [start = "", ...rest] = (email ?? "").split("@");
    return rest.length > 1 || (rest.length === 1 && start.endsWith(localPart));
  };
  return sample.filter(isCandidate).length <= sample.length * RARE_SHARE ? localPart : undefined;
}

/** The forms of the rarest filter with one or two letters. */
function rarePieces(filter: SubscriberFilter, sample: readonly SearchedTexts[]): string[] | undefined {
  const texts = sample.map(({ email, phone, name, subscriberKey }) =>
    [subscriberKey, email, phone, name].join("\n"),
  );
  const rated = Object.entries(filter).flatMap(([field, text = ""]) => {
    if (text === "" || [...text].length >= TRIGRAM_LETTERS || text.includes("\t")) return [];
    const pieces = field === "search" ? formsOf(text) : [text];
    const count = texts.filter((one) => pieces.some((piece) => one.includes(piece))).length;
    return pieces.length > 0 && count <= sample.length * PIECE_SHARE ? [{ pieces, count }] : [];
  });
  return rated.sort((a, b) => a.count - b.count)[0]?.pieces;
}

/** Other letters than ASCII that collations may take for these when they ignore case: the Kelvin sign, and the Turkish ones. */
const MORE_FORMS: Readonly<Record<string, readonly string[]>> = { k: ["\u212a"], i: ["\u0130", "\u0131"] };

/**
 * All texts that are equal to this one if case is ignored. None if it has other letters than those of ASCII and those without case: how
 * they change depends on the collation of the database.
 */
function formsOf(text: string): string[] {
  const forms = [...text].map((letter) => {
    const lower = letter.toLowerCase();
    const upper = letter.toUpperCase();
    if (lower === upper) return [letter];
    return /[a-z]/i.test(letter) ? [lower, upper, ...(MORE_FORMS[lower] ?? [])] : undefined;
  });
  if (forms.includes(undefined)) return [];
  return (forms as string[][]).reduce<string[]>(
    (starts, ends) => starts.flatMap((start) => ends.map((end) => start + end)),
    [""],
  );
}

/** Each sampled subscriber's text of the field, or of all fields for `search`, in lower case as in the index. */
function lowerTexts(sample: readonly SearchedTexts[], field: keyof SubscriberFilter): string[] {
  return sample.map(({ email, phone, name, subscriberKey }) => {
    const texts = { email, phone, name, subscriberKey };
    const text = field === "search" ? Object.values(texts).join("\n") : texts[field];
    return (text ?? "").toLowerCase();
  });
}

/** The rarest part of a text with a trigram, and the share of the sampled texts that contain it; none without a trigram. */
function partOf(text: string, sample: readonly string[]): { part: string; share: number }[] {
  const frequencies = new Map<string, number>();
  const frequencyOf = (part: string): number => {
    const known = frequencies.get(part);
    if (known !== undefined) return known;
    const counted = sample.filter((one) => one.includes(part)).length / Math.max(1, sample.length);
    frequencies.set(part, counted);
    return counted;
  };
  const rated = windowsOf(text).map((part) => {
    const lower = part.toLowerCase();
    const trigrams = [lower.slice(0, TRIGRAM_LETTERS), lower.slice(-TRIGRAM_LETTERS)].map(frequencyOf);
    return { part, share: frequencyOf(lower), rating: Math.min(...trigrams) + Math.max(...trigrams) / 100 };
  });
  return rated.sort((a, b) => a.share - b.share || a.rating - b.rating).slice(0, 1);
}

/** Only ASCII: whether pg_trgm takes another character for a letter depends on the collation of the database. */
function windowsOf(text: string): string[] {
  return [...text.matchAll(/[a-z0-9]{3,}/gi)].flatMap(([letters]) => {
    const count = Math.max(1, letters.length - PART_LETTERS + 1);
    return Array.from({ length: count }, (_, at) => letters.slice(at, at + PART_LETTERS));
  });
}
