/** A type with its parameters: type and names in lower case, values as they were given. */
export type MimeType = { readonly name: string; readonly parameters: ReadonlyMap<string, string> };

/** RFC 6838, section 4.2. */
const NAME = "[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}";
/** Any visible ASCII character that is no tspecial of RFC 2045. */
const TOKEN = "[A-Za-z0-9!#$%&'*+.^_`{|}~-]+";
const QUOTED = String.raw`"((?:[ !#-[\]-~]|\\[ -~])*)"`;

const TYPE = new RegExp(`[ \\t]*(${NAME}/${NAME})[ \\t]*`, "y");
/** Without a name, it is the semicolon that some programs write after the last parameter. */
const PARAMETER = new RegExp(`;[ \\t]*(?:(${NAME})=(?:(${TOKEN})|${QUOTED})[ \\t]*)?`, "y");
const WHOLE_TOKEN = new RegExp(`^${TOKEN}$`);

const MAX_LENGTH = 1_000;

/**
 * Reads `text/csv; charset=utf-8` (RFC 2045, section 5.1). Undefined for a text that is no type: without a subtype, with a comment, or
 * with two values for one name, of which mail programs take one or the other.
 */
export function readMimeType(text: string): MimeType | undefined {
  TYPE.lastIndex = 0;
  const name = text.length <= MAX_LENGTH ? TYPE.exec(text)?.[1]?.toLowerCase() : undefined;
  if (name === undefined) return undefined;
  const parameters = new Map<string, string>();
  for (let at = TYPE.lastIndex; at < text.length; at = PARAMETER.lastIndex) {
    PARAMETER.lastIndex = at;
    const found = PARAMETER.exec(text);
    if (!found) return undefined;
    const attribute = found[1]?.toLowerCase();
    if (attribute === undefined) continue;
    if (parameters.has(attribute)) return undefined;
    parameters.set(attribute, found[2] ?? (found[3] ?? "").replace(/\\(.)/g, "$1"));
  }
  return { name, parameters };
}

/** The type in one spelling: a value is quoted where it is no token. */
export function mimeTypeText({ name, parameters }: MimeType): string {
  const pairs = [...parameters].map(([attribute, value]) => `; ${attribute}=${valueText(value)}`);
  return name + pairs.join("");
}

function valueText(value: string): string {
  return WHOLE_TOKEN.test(value) ? value : `"${value.replace(/["\\]/g, "\\$&")}"`;
}
