import type { Declaration } from "./declarations.ts";
import type { Outranking } from "./outranking.ts";
import type { FoundBlock } from "./style-blocks.ts";
import type { StyleRule } from "./style-rules.ts";
import type { ElementStyle, StyledElement } from "./styled-elements.ts";
import { resolve, type Scope, usesVariables } from "./variables.ts";

/** A piece of the HTML, and what is written instead. */
export type Edit = { start: number; end: number; text: string };

/** @returns the HTML with the edits; incomplete when these get longer than `maxChars`. */
export function edited(html: string, edits: readonly Edit[], maxChars: number): string {
  const parts: string[] = [];
  let [at, chars] = [0, 0];
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    parts.push(html.slice(at, start), text);
    at = end;
    chars += text.length;
    if (chars > maxChars) break;
  }
  return parts.join("") + html.slice(at);
}

/** Makes declarations of a rule important in its style block. */
export function raises(rule: StyleRule, block: FoundBlock | undefined, outranking: Outranking): Edit[] {
  if (!block) return [];
  const raised = rule.declarations.filter((declaration) => outranking.isRaised(rule, declaration));
  return raised.map(({ end }) => ({ start: block.start + end, end: block.start + end, text: " !important" }));
}

/**
 * Writes the `style` attributes of elements as the mail has them.
 * @param areFixed whether variables have the same values on all devices.
 */
export function styleWriter(outranking: Outranking, areFixed: boolean): (element: StyledElement) => Edit {
  const known = new Map<ElementStyle, string>();
  const written = ({ style, scope }: StyledElement) => {
    if (scope) return cssOf(style, outranking, { scope, areFixed });
    const css = known.get(style) ?? cssOf(style, outranking, { scope, areFixed });
    known.set(style, css);
    return css;
  };
  return (element) => {
    const { start, end } = element.attribute;
    const css = written(element);
    // Without a style, the space before the attribute goes, too.
    return css ? { start, end, text: `style="${css}"` } : { start: start - 1, end, text: "" };
  };
}

type Variables = { scope: Scope | undefined; areFixed: boolean };
type Copied = Pick<Declaration, "name" | "value" | "isImportant">;

function cssOf(style: ElementStyle, outranking: Outranking, { scope, areFixed }: Variables): string {
  const written = (given: Copied) => {
    const resolved = withoutVariables(given, scope);
    if (!resolved) return [textOf(given)];
    return areFixed ? [textOf(resolved)] : [textOf(resolved), textOf(given)];
  };
  const { before, after } = copiesFor(style, outranking.leftOut(style));
  const own = usesVariables(style.css) ? style.own.flatMap(written).join(" ") : style.css;
  return escapeAttribute(joined([before.flatMap(written).join(" "), own, after.flatMap(written).join(" ")]));
}

/**
 * The declarations of rules that are copied before and after the element's own. Important ones stand behind its own, and are no longer
 * important: in the element they would also outrank those of the style blocks that replace them on some devices.
 */
function copiesFor({ rules, own }: ElementStyle, leftOut: ReadonlyMap<string, number>) {
  const given = rules
    .flatMap((rule, at) => rule.declarations.map((declaration) => ({ rule, at, declaration })))
    .filter(({ rule, declaration }) => rule.when === "always" && !declaration.name.startsWith("--"));
  const normal = given.filter(
    ({ at, declaration: { isImportant, family } }) => !isImportant && at > (leftOut.get(family) ?? -1),
  );
  const important = given.filter(({ declaration }) => declaration.isImportant);
  const last = lastRules([...normal, ...important]);
  const ownNames = new Set(own.map(({ name }) => name));
  const isLast = ({ rule, declaration: { name } }: Given) => last.get(name) === rule;
  return {
    before: normal
      .filter((one) => isLast(one) && !ownNames.has(one.declaration.name))
      .map(({ declaration }) => declaration),
    after: important.filter(isLast).map(({ declaration }) => ({ ...declaration, isImportant: false })),
  };
}

type Given = { rule: StyleRule; declaration: Declaration };

/** The last rule of each property. Values of one rule for the same property stay together: they are for different programs. */
function lastRules(given: readonly Given[]): Map<string, StyleRule> {
  return new Map(given.map(({ rule, declaration }) => [declaration.name, rule]));
}

/** The declaration for programs that do not know variables; undefined if it has none, or one without a value. */
function withoutVariables(given: Copied, scope: Scope | undefined): Copied | undefined {
  const value = usesVariables(given.value) ? resolve(given.value, scope) : undefined;
  return value === undefined ? undefined : { ...given, value };
}

function textOf({ name, value, isImportant }: Copied): string {
  return `${name}: ${withSingleQuotes(value)}${isImportant ? " !important" : ""};`;
}

/** Some programs do not decode `&quot;` in styles. */
function withSingleQuotes(value: string): string {
  return /['\\]/.test(value) ? value : value.replaceAll('"', "'");
}

/** Parts of a `style` attribute, each ended by a semicolon, except the last one. */
function joined(parts: readonly string[]): string {
  const given = parts.filter((part) => part !== "");
  return given
    .map((part, at) => (at < given.length - 1 && !part.endsWith(";") ? `${part};` : part))
    .join(" ");
}

function escapeAttribute(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}
