import { attributesOf, endOfText, scanTags, type Tag } from "../html-tags.ts";
import { type StyleBlock, type When, whenOf } from "./style-rules.ts";

const CSS_TYPE = /^(?:\s*|text\/css)$/i;
const ALWAYS = /^\s*(?:|all|(?:only\s+)?screen)\s*$/i;

/** A style block that is CSS, and where its text begins in the HTML. */
export type FoundBlock = StyleBlock & { start: number };

/** The style blocks of a mail, not those in comments (which are for Outlook). */
export function styleBlocksIn(html: string): FoundBlock[] {
  const blocks: FoundBlock[] = [];
  scanTags(html, (tag) => {
    const block = styleBlockOf(html, tag);
    if (block) blocks.push(block);
  });
  return blocks;
}

/** The style block whose start tag this is. One without an end tag has the rest of the mail, which no reader sees. */
export function styleBlockOf(html: string, tag: Tag): FoundBlock | undefined {
  if (tag.name !== "style" || tag.isEnd) return undefined;
  const attributes = new Map(attributesOf(html, tag).map(({ name, value }) => [name, value]));
  if (!CSS_TYPE.test(attributes.get("type") ?? "")) return undefined;
  const css = html.slice(tag.end, endOfText(html, tag) ?? html.length);
  return { css: css.replace(/\r\n?/g, "\n"), when: whenHolds(attributes), start: tag.end };
}

/** `data-css-inline="ignore"` keeps a block out of the elements. */
function whenHolds(attributes: ReadonlyMap<string, string>): When {
  if (attributes.get("data-css-inline") === "ignore") return "device";
  const media = attributes.get("media") ?? "";
  return media.split(",").some((one) => ALWAYS.test(one)) ? "always" : whenOf(media);
}
