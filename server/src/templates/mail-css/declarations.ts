import { afterSpace, nextMark, withoutComments } from "./css-marks.ts";
import { familyOf } from "./property-families.ts";

/** `color: red !important`. Custom properties (`--brand`) are declarations, too. */
export type Declaration = {
  name: string;
  /** Without `!important` and comments. */
  value: string;
  isImportant: boolean;
  /** Properties of different families never set each other's values (`property-families.ts`). */
  family: string;
  /** Where the declaration ends in the text of its style block or attribute. */
  end: number;
};

const NAME = /^(--[^\s:]+|-?[a-z_][-\w]*)\s*:/i;

/**
 * The declarations between the braces of a rule, or of a `style` attribute. What no browser reads as a declaration, and nested rules,
 * are left out.
 * @param start where the text begins in its style block.
 */
export function declarationsIn(css: string, start = 0): Declaration[] {
  const declarations: Declaration[] = [];
  for (let at = afterSpace(css, 0); at < css.length; at = afterSpace(css, at)) {
    const end = nextMark(css, at, ";{");
    const declaration = css[end] === "{" ? undefined : readDeclaration(css.slice(at, end), start + at);
    if (declaration) declarations.push(declaration);
    at = (css[end] === "{" ? nextMark(css, end + 1, "}") : end) + 1;
  }
  return declarations;
}

function readDeclaration(css: string, start: number): Declaration | undefined {
  const [matched, given = ""] = NAME.exec(css) ?? [];
  if (matched === undefined) return undefined;
  const isCustom = given.startsWith("--");
  const name = isCustom ? given : given.toLowerCase();
  const { value, isImportant } = readValue(withoutComments(css.slice(matched.length)));
  if (!value && !isCustom) return undefined;
  return { name, value, isImportant, family: familyOf(name), end: start + css.trimEnd().length };
}

function readValue(css: string): { value: string; isImportant: boolean } {
  const bang = css.lastIndexOf("!");
  const isImportant =
    bang >= 0 &&
    css
      .slice(bang + 1)
      .trim()
      .toLowerCase() === "important";
  return { value: (isImportant ? css.slice(0, bang) : css).trim(), isImportant };
}
