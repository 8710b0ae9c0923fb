/** A result longer than this is no answer of a vendor that writes XML. */
const MAX_LENGTH = 20_000;
const TEXT_ELEMENT = /<([A-Za-z][\w.-]{0,60})>([^<]{0,4000})<\/\1>/g;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The text of each element of a flat XML answer, by the element's name; the first of several with the same name. */
export function xmlFields(body: string): Record<string, string> {
  const fields = new Map<string, string>();
  if (body.length > MAX_LENGTH) return {};
  for (const [, name = "", text = ""] of body.matchAll(TEXT_ELEMENT)) {
    if (!fields.has(name)) fields.set(name, unescaped(text));
  }
  return Object.fromEntries(fields);
}

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_entity, name: string) => ENTITIES[name] ?? "");
}
