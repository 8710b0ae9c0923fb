/** A URL as vendors find it in a text: an escaped character in it would lead elsewhere. A pair of parentheses belongs to it. */
const PART = "[^\\s<>\"'`\\\\^{}|()[\\]*~]";
const URL_IN_TEXT = new RegExp(`(https?://(?:${PART}|\\(${PART}*\\))+)`, "i");
const PERCENT: Readonly<Record<string, string>> = { "(": "%28", ")": "%29" };

/** The text whose URLs are kept and whose other parts are escaped. */
export function withLinks(text: string, escaped: (part: string) => string): string {
  return text
    .split(URL_IN_TEXT)
    .map((part, index) =>
      index % 2 === 0 ? escaped(part) : part.replace(/[()]/g, (mark) => PERCENT[mark] as string),
    )
    .join("");
}
