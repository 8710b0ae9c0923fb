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
  /** Of filters with a rare part, that part: the index searches these only. Empty: the index searches the whole texts. */
  parts: Readonly<Partial<Record<keyof SubscriberFilter, string>>>;
  /** The filter on the name is one or two letters that few names have: the index of name pieces finds them. */
  hasNamePiece: boolean;
  /** At least one subscriber in 40 probably matches. */
  isCommon: boolean;
};

/** A part has at most this many letters. Each further one would be a further list of the index to read. */
const PART_LETTERS = 4;
const TRIGRAM_LETTERS = 3;
/** A part is used alone where at most this share of the subscribers has it; otherwise all letters together are rarer. */
const RARE_SHARE = 1 / 200;
/** Where more names have the letters, reading all subscribers finds 50,000 matches earlier. */
const PIECE_SHARE = 0.12;
const COMMON_SHARE = 1 / 40;

/**
 * Chooses the rarest part of each text, by a sample of the environment's subscribers. A whole e-mail address has 30
 * trigrams, most of them those of a common domain, and PostgreSQL reads the list of each: 1,000,000 subscribers,
 * 3,800 pages for the whole address, 20 pages for its rarest four letters.
 */
export function planSearch(
  filter: SubscriberFilter,
  sample: readonly (SearchedTexts & { isMatch: boolean })[],
): SearchPlan {
  const candidates = Object.entries(filter).flatMap(([key, text]) => {
    const field = key as keyof SubscriberFilter;
    return text ? partOf(text, lowerTexts(sample, field)).map((part) => ({ field, ...part })) : [];
  });
  const used = candidates.filter(({ share }) => share <= RARE_SHARE);
  const { name = "" } = filter;
  const isPiece = name !== "" && [...name].length < TRIGRAM_LETTERS && !name.includes("\t");
  const named = sample.filter((one) => one.name?.includes(name)).length;
  return {
    parts: Object.fromEntries(used.map(({ field, part }) => [field, part])),
    hasNamePiece: isPiece && named <= sample.length * PIECE_SHARE,
    isCommon: sample.filter(({ isMatch }) => isMatch).length > sample.length * COMMON_SHARE,
  };
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
