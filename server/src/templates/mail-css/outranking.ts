import type { Declaration } from "./declarations.ts";
import type { StyleRule, When } from "./style-rules.ts";
import type { ElementStyle } from "./styled-elements.ts";

/**
 * What copying rules into the elements would change. A declaration in an element outranks all of the style blocks that are not important
 * (CSS Cascade 5, 6.1), so a rule for small screens, dark mode or a pointer would no longer hold where a rule in general is copied.
 *
 * Remedies, the first that changes nothing else in this mail. Its declarations are made important in the style block. So are those of
 * the rules in general, too. Or what they should replace is left out of the element, so that the style block decides, as before.
 */
export type Outranking = {
  /** Whether this declaration of a style block is made important. */
  isRaised(rule: StyleRule, declaration: Declaration): boolean;
  /** For a family of properties: only what stands behind this number among the element's rules is copied into the element. */
  leftOut(style: ElementStyle): ReadonlyMap<string, number>;
};

/** @param mayRaise whether the text of the style blocks can be changed. */
export function outrankingOf(styles: Iterable<ElementStyle>, mayRaise: boolean): Outranking {
  const contested = new Set<string>();
  const [unsafe, unsafeTogether] = [new Set<string>(), new Set<string>()];
  for (const style of styles) {
    const ranks = ranksOf(style);
    for (const { family } of ranks.outranked) contested.add(family);
    for (const one of ranks.unsafe) unsafe.add(one);
    for (const one of ranks.unsafeTogether) unsafeTogether.add(one);
  }
  const isSafe = (when: When, family: string) => !unsafe.has(`${when} ${family}`);
  const rise = (when: When, family: string) => {
    if (!mayRaise || !contested.has(family)) return false;
    if (isSafe("device", family) && isSafe("moment", family)) return when !== "always";
    return !unsafeTogether.has(family) || (when !== "always" && isSafe(when, family));
  };
  return {
    isRaised: ({ when }, { family, isImportant }) => !isImportant && rise(when, family),
    leftOut: (style) => {
      const outranked = ranksOf(style).outranked.filter(
        ({ when, family }) => when === "device" && !rise(when, family),
      );
      return new Map(outranked.map(({ family, at }) => [family, at]));
    },
  };
}

type Ranks = {
  /** Declarations that are stronger than a copied one. */
  outranked: { when: When; family: string; at: number }[];
  /**
   * Those that must not become important alone, because they are weaker than one in general or in the element itself, or would become
   * stronger than one that is important already.
   */
  unsafe: string[];
  /** Families of which not all may become important. */
  unsafeTogether: string[];
};

/** Goes through the rules of an element from the weakest to the strongest. Variables are not copied. */
function ranksOf({ rules, own }: ElementStyle): Ranks {
  const ranks: Ranks = { outranked: [], unsafe: [], unsafeTogether: [] };
  const important = new Set<string>();
  const normal = { always: new Set<string>(), device: new Set<string>(), moment: new Set<string>() };
  const isWeaker = (family: string) => {
    for (const when of ["device", "moment"] as const)
      if (normal[when].has(family)) ranks.unsafe.push(`${when} ${family}`);
  };
  for (const [at, { when, declarations }] of rules.entries()) {
    for (const { name, family, isImportant } of declarations) {
      if (name.startsWith("--")) continue;
      if (isImportant) {
        important.add(family);
        continue;
      }
      if (important.has(family)) ranks.unsafeTogether.push(family);
      if (when === "always") isWeaker(family);
      else if (important.has(family)) ranks.unsafe.push(`${when} ${family}`);
      if (when !== "always" && normal.always.has(family)) ranks.outranked.push({ when, family, at });
      normal[when].add(family);
    }
  }
  for (const { family, isImportant } of own) {
    if (isImportant) continue;
    isWeaker(family);
    if (Object.values(normal).some((one) => one.has(family))) ranks.unsafeTogether.push(family);
  }
  return ranks;
}
