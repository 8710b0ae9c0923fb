import type { DomNode } from "html-to-text";
import { declarationsIn } from "../mail-css/declarations.ts";
import { PREHEADER_MARK } from "../preheader.ts";

/** How an element stands among the words around it; undefined as its tag says. */
export type Shown = "hidden" | "block" | "apart" | undefined;

const DECIDES = /display|visibility|opacity|height|max-width/i;
const BLOCK = /^(?:block|flex|flow-root|grid|list-item|table|table-caption|table-row)$/;
const APART = /^(?:inline-(?:block|flex|grid|table)|table-cell)$/;
const SIZES = ["height", "max-height", "max-width"];
const ZERO = /^0(?:\.0+)?(?:%|[a-z]+)?$/;

/**
 * Whether readers see the element, by its attributes. `aria-hidden` only hides from screen readers, and `mso-hide` only from Outlook, in
 * mails that have something else for it.
 */
export function shownAs({ attribs = {} }: Pick<DomNode, "attribs">): Shown {
  if ("hidden" in attribs || PREHEADER_MARK in attribs) return "hidden";
  const skipped = attribs["data-skip-in-text"];
  if (skipped !== undefined && skipped !== "false") return "hidden";
  const { style } = attribs;
  return style !== undefined && DECIDES.test(style) ? shownByStyle(style) : undefined;
}

/** The last declaration counts, and an important one more. Without a height or a width, only what does not overflow is hidden. */
function shownByStyle(style: string): Shown {
  const declarations = declarationsIn(style);
  const last = (isImportant: boolean) =>
    declarations
      .filter((one) => one.isImportant === isImportant)
      .map((one) => [one.name, one.value.toLowerCase()] as const);
  const values = new Map([...last(false), ...last(true)]);
  const display = values.get("display") ?? "";
  if (display === "none" || /^(?:hidden|collapse)$/.test(values.get("visibility") ?? "")) return "hidden";
  if (ZERO.test(values.get("opacity") ?? "")) return "hidden";
  const isEmpty = SIZES.some((name) => ZERO.test(values.get(name) ?? ""));
  if (isEmpty && /^(?:hidden|clip)\b/.test(values.get("overflow") ?? "")) return "hidden";
  if (BLOCK.test(display)) return "block";
  return APART.test(display) ? "apart" : undefined;
}
