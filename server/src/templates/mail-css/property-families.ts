/** Each sets all properties whose names begin with its own: `background` sets `background-color`. */
const SHORTHANDS: ReadonlySet<string> = new Set([
  ...["animation", "background", "border", "column", "flex", "font", "grid", "list-style", "margin", "mask"],
  ...["outline", "overflow", "padding", "scroll", "text-decoration", "text-emphasis", "transition"],
]);

/** Properties that a shorthand with another name sets, or that mean the same. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["line-height", "font"],
  ["columns", "column"],
  ["gap", "column"],
  ["row-gap", "column"],
  ["inline-size", "width"],
  ["block-size", "height"],
  ["max-inline-size", "max-width"],
  ["max-block-size", "max-height"],
  ["min-inline-size", "min-width"],
  ["min-block-size", "min-height"],
  ...["bottom", "left", "right", "top"].map((name) => [name, "inset"] as const),
]);

const VENDOR = /^-(?:webkit|moz|ms|o)-/;
const INSET = /^inset-/;
const PLACE = /^(?:align|justify|place)-(?:content|items|self)$/;

/** Properties of different families never set each other's values; those of one family may. */
export function familyOf(property: string): string {
  if (property.startsWith("--")) return property;
  const name = property.replace(VENDOR, "");
  const [first = "", second = ""] = name.split("-", 2);
  const shorthand = [first, `${first}-${second}`].find((one) => SHORTHANDS.has(one));
  if (shorthand) return shorthand;
  if (INSET.test(name)) return "inset";
  return PLACE.test(name) ? "place" : (OTHER_NAMES.get(name) ?? name);
}
