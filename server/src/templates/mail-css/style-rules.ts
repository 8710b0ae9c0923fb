import { afterSpace, nextMark } from "./css-marks.ts";
import { type Declaration, declarationsIn } from "./declarations.ts";
import { selectorsIn } from "./selectors.ts";

/**
 * When the declarations of a rule hold. `always`: they can be copied into the elements. `device`: on some devices, for as long as the
 * mail is shown (`@media`, `@supports`). `moment`: under a pointer, or on paper.
 */
export type When = "always" | "device" | "moment";

export type StyleRule = {
  when: When;
  /** For the matcher (`selectors.ts`). */
  selectors: readonly string[];
  declarations: readonly Declaration[];
  /** The number of its style block. */
  block: number;
};

/** A style block of a mail, and when it holds by its attributes. */
export type StyleBlock = { css: string; when: When };

/** At-rules with rules that hold on some devices. All others have none for elements, or weaker ones (`@layer`). */
const CONDITIONS: ReadonlySet<string> = new Set(["container", "media", "supports"]);
const AT_RULE = /^@([-\w]*)/;
const PAPER = /^\s*(?:only\s+)?print\b/i;

/** The rules of a style block, in their order. The time is linear, however deep at-rules are nested. */
export function rulesIn({ css, when }: StyleBlock, block: number): StyleRule[] {
  const rules: StyleRule[] = [];
  const conditions: When[] = [];
  for (let at = afterSpace(css, 0); at < css.length; at = afterSpace(css, at)) {
    const isAtRule = css[at] === "@";
    const end = nextMark(css, at, `{${isAtRule ? ";" : ""}${conditions.length > 0 ? "}" : ""}`);
    const prelude = css.slice(at, end);
    const holds = conditions.at(-1) ?? when;
    at = end + 1;
    if (css[end] === "}") conditions.pop();
    if (css[end] !== "{") continue;
    const name = AT_RULE.exec(prelude)?.[1]?.toLowerCase();
    if (name !== undefined && CONDITIONS.has(name)) {
      conditions.push(holds === "always" ? whenOf(prelude.slice(name.length + 1)) : holds);
      continue;
    }
    at = nextMark(css, end + 1, "}") + 1;
    if (isAtRule) continue;
    const rule = ruleOf(prelude, holds);
    if (rule)
      rules.push({ ...rule, declarations: declarationsIn(css.slice(end + 1, at - 1), end + 1), block });
  }
  return rules;
}

/** When a block or an at-rule with this condition holds: on paper, or on some devices. */
export function whenOf(condition: string): When {
  return condition.split(",").every((part) => PAPER.test(part)) ? "moment" : "device";
}

/** Of a rule for elements in general and in a state (`a, a:hover`), the part in general; of others, all. */
function ruleOf(prelude: string, holds: When): Pick<StyleRule, "when" | "selectors"> | undefined {
  const all = selectorsIn(prelude);
  const plain = all.filter(({ needs }) => !needs);
  const [first] = plain.length > 0 ? plain : all;
  if (!first) return undefined;
  const selectors = (plain.length > 0 ? plain : all).map(({ text }) => text);
  const own = first.needs === "moment" || holds === "moment" ? "moment" : (first.needs ?? holds);
  return { when: own, selectors };
}
