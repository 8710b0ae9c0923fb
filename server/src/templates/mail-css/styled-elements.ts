import { type Attribute, attributeOf, type Tag } from "../html-tags.ts";
import { type Declaration, declarationsIn } from "./declarations.ts";
import type { StyleRule } from "./style-rules.ts";
import { type Scope, scopeOf } from "./variables.ts";

/** The matcher writes the numbers of the selectors that match an element into its `style` attribute. */
const MATCHED = /--tidings-(\d+): 0;?/g;

/** Rules of which the matcher is only asked which elements they are for. */
export type Matching = { css: string; ruleOf: readonly StyleRule[] };

export function matchingOf(rules: readonly StyleRule[]): Matching {
  const ruleOf = rules.flatMap((rule) => rule.selectors.map(() => rule));
  const selectors = rules.flatMap((rule) => rule.selectors);
  return { css: selectors.map((text, at) => `${text}{--tidings-${at}:0}`).join("\n"), ruleOf };
}

/** What an element has; elements with the same attribute share it. */
export type ElementStyle = {
  /** The rules for the element, the strongest last, if all are equally important. */
  rules: readonly StyleRule[];
  /** Its `style` attribute as it was given. */
  css: string;
  own: readonly Declaration[];
};

/** An element with a style, its attribute, and the custom properties that it has or inherits. */
export type StyledElement = { style: ElementStyle; attribute: Attribute; scope: Scope | undefined };

/** Elements that are never shown. */
const UNSEEN: ReadonlySet<string> = new Set([
  ...["base", "head", "link", "meta", "noscript", "script", "style", "template", "title"],
]);
/** Elements without content and end tag. */
const VOID: ReadonlySet<string> = new Set([
  ...["area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input", "keygen"],
  ...["link", "meta", "param", "source", "track", "wbr"],
]);

/**
 * Reads what the matcher has written: the elements that rules or variables are for. It writes a tree, so every start tag has an end tag,
 * except of elements without content.
 */
export class ElementReader {
  readonly elements: StyledElement[] = [];
  readonly #styles = new Map<string, ElementStyle>();
  readonly #html: string;
  readonly #ruleOf: readonly StyleRule[];
  readonly #scopes: (Scope | undefined)[] = [];

  constructor(html: string, ruleOf: readonly StyleRule[]) {
    this.#html = html;
    this.#ruleOf = ruleOf;
  }

  styles(): Iterable<ElementStyle> {
    return this.#styles.values();
  }

  read(tag: Tag): void {
    if (VOID.has(tag.name)) this.#element(tag);
    else if (tag.isEnd) this.#scopes.pop();
    else this.#scopes.push(this.#element(tag));
  }

  /** @returns the custom properties for what is in the element. */
  #element(tag: Tag): Scope | undefined {
    const scope = this.#scopes.at(-1);
    if (tag.isEnd || !this.#html.slice(tag.start, tag.end).includes("--")) return scope;
    const attribute = attributeOf(this.#html, tag, "style");
    if (!attribute?.value.includes("--")) return scope;
    const style = this.#styleOf(attribute.value, UNSEEN.has(tag.name));
    const own = scopeOf(style, scope);
    this.elements.push({ style, attribute, scope: own });
    return own;
  }

  #styleOf(written: string, isUnseen: boolean): ElementStyle {
    const key = isUnseen ? `unseen ${written}` : written;
    const style = this.#styles.get(key) ?? readStyle(unescaped(written), isUnseen ? [] : this.#ruleOf);
    this.#styles.set(key, style);
    return style;
  }
}

function readStyle(text: string, ruleOf: readonly StyleRule[]): ElementStyle {
  const css = text.replace(MATCHED, "").trim();
  const numbers = Array.from(text.matchAll(MATCHED), ([, number]) => Number(number));
  return { rules: numbers.flatMap((number) => ruleOf[number] ?? []), css, own: declarationsIn(css) };
}

const ESCAPED: Record<string, string> = {
  "&amp;": "&",
  "&quot;": '"',
  "&nbsp;": "\u00a0",
  "&lt;": "<",
  "&gt;": ">",
};

/** The standard's serialization escapes these, and no others. */
function unescaped(written: string): string {
  return written.replace(/&(?:amp|quot|nbsp|lt|gt);/g, (escaped) => ESCAPED[escaped] ?? escaped);
}
