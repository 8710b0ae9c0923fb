/**
 * By the name of a Liquid filter: a sentence for people, and the names of its arguments in their order; one that ends
 * with `?` may be left out.
 */
const FILTERS = {
  abs: ["The number without its sign"],
  append: ["Adds a text at the end", "text"],
  array_to_sentence_string: ["All items with commas and “and”", "and?"],
  at_least: ["The number, or this one if it is smaller", "minimum"],
  at_most: ["The number, or this one if it is larger", "maximum"],
  base64_decode: ["Reads Base64"],
  base64_encode: ["Writes Base64"],
  capitalize: ["First letter upper case, the rest lower case"],
  ceil: ["Rounds up to a whole number"],
  cgi_escape: ["Encodes a text for the query of a URL"],
  compact: ["Removes items without a value", "field?"],
  concat: ["Adds the items of another list", "list"],
  currency: ["Writes an amount of money as the subscriber's locale does", "code", "locale?"],
  date: ["Writes a time by a pattern such as %d %b %Y, in a time zone", "pattern?", "zone?"],
  date_to_long_string: ["Writes a day like 31 January 2026", "kind?", "style?"],
  date_to_rfc822: ["Writes a time as e-mails do"],
  date_to_string: ["Writes a day like 31 Jan 2026", "kind?", "style?"],
  date_to_xmlschema: ["Writes a time in ISO 8601"],
  default: ["What is written if the value is missing, empty or false", "text", "allow_false?"],
  digest: ["Some names of a list, and the number of the others", "number?", "field?", "separator?"],
  divided_by: ["Divides; true as second argument drops the fraction", "number", "isWhole?"],
  downcase: ["Lower case"],
  escape: ["Escapes HTML"],
  escape_once: ["Escapes the HTML that is not escaped yet"],
  find: ["The first item whose field has a value", "field", "value?"],
  find_index: ["The place of the first item whose field has a value, from 0", "field", "value?"],
  first: ["The first item"],
  floor: ["Rounds down to a whole number"],
  group_by: ["Groups items by a field, as a list of name and items", "field"],
  has: ["Whether an item's field has a value", "field", "value?"],
  hmac_sha256: ["HMAC with SHA-256 and a key, in hexadecimal", "key"],
  join: ["All items as one text", "separator?"],
  json: ["Writes compact JSON"],
  jsonify: ["Writes compact JSON, like json"],
  last: ["The last item"],
  localized_date: [
    "Writes a day or a time as the subscriber's locale does",
    "style?",
    "timeStyle?",
    "zone?",
    "locale?",
  ],
  lstrip: ["Removes white space at the beginning", "characters?"],
  map: ["One field of each item", "field"],
  minus: ["Subtracts", "number"],
  modulo: ["The remainder of a division", "number"],
  newline_to_br: ["Puts <br /> before line breaks; end with raw in HTML"],
  normalize_whitespace: ["One space for any white space"],
  number: ["Writes a number as the subscriber's locale does", "digits?", "locale?"],
  number_of_words: ["Counts words", "mode?"],
  pluralize: ["A number, or the size of a list, with its noun", "singular", "plural?", "showCount?"],
  plus: ["Adds", "number"],
  pop: ["Removes the last item"],
  prepend: ["Adds a text at the beginning", "text"],
  push: ["Adds an item at the end", "item"],
  raw: ["Writes HTML, or the mark-up of chat, without escaping it; must be the last filter"],
  reject: ["Items whose field is not true, or does not have a value", "field", "value?"],
  remove: ["Removes a text everywhere", "text"],
  remove_first: ["Removes a text where it first occurs", "text"],
  remove_last: ["Removes a text where it last occurs", "text"],
  replace: ["Replaces a text everywhere", "text", "by?"],
  replace_first: ["Replaces a text where it first occurs", "text", "by?"],
  replace_last: ["Replaces a text where it last occurs", "text", "by?"],
  reverse: ["Reverses the order of a list"],
  round: ["Rounds, to a number of digits", "digits?"],
  rstrip: ["Removes white space at the end", "characters?"],
  sample: ["A random item, or several", "number?"],
  sha256: ["Hash by SHA-256, in hexadecimal"],
  shift: ["Removes the first item"],
  size: ["The number of items or characters"],
  slice: ["A part; a negative start counts from the end", "start", "length?"],
  slugify: ["A text for URLs", "mode?", "isCased?"],
  sort: ["Sorts, by a field if one is named; upper case first", "field?"],
  sort_natural: ["Sorts without regard to upper and lower case", "field?"],
  split: ["Makes a list of a text", "separator"],
  squish: ["Removes white space at both ends; inside, one space"],
  strip: ["Removes white space at both ends", "characters?"],
  strip_html: ["Removes HTML tags"],
  strip_newlines: ["Removes line breaks"],
  sum: ["The sum of the items, or of a field", "field?"],
  times: ["Multiplies", "number"],
  toSentence: [
    "Some names of a list and the number of the others, as a phrase",
    "field?",
    "number?",
    "others?",
    "separator?",
    "and?",
    "lastAnd?",
  ],
  to_integer: ["A text as a whole number"],
  truncate: ["Cuts to a length, which includes the dots", "length?", "dots?"],
  truncatewords: ["Cuts to a number of words", "number?", "dots?"],
  uniq: ["Removes items that occur before"],
  unshift: ["Adds an item at the beginning", "item"],
  upcase: ["Upper case"],
  uri_escape: ["Encodes a whole URL"],
  url_decode: ["Reads what url_encode has written"],
  url_encode: ["Encodes a text for the query of a URL"],
  where: ["Items whose field is true, or has a value", "field", "value?"],
  xml_escape: ["Escapes XML"],
} as const satisfies Record<string, readonly [sentence: string, ...names: string[]]>;

export type LiquidFilterName = keyof typeof FILTERS;

export type LiquidFilter = {
  name: LiquidFilterName;
  /** Without a full stop. */
  sentence: string;
  /** In their order. */
  arguments: readonly { name: string; isRequired: boolean }[];
};

/** The closed list of the filters that templates may use, by name. */
export const LIQUID_FILTERS: readonly LiquidFilter[] = (Object.keys(FILTERS) as LiquidFilterName[]).map(
  (name) => {
    const [sentence, ...names]: readonly [string, ...string[]] = FILTERS[name];
    const described = names.map((one) => ({ name: one.replace("?", ""), isRequired: !one.endsWith("?") }));
    return { name, sentence, arguments: described };
  },
);
