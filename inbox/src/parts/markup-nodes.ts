import { type Markup, parseMarkup } from "../content/markup.ts";

/** The nodes of a notification's HTML. @param hasLinks without it, links are plain text. */
export function markupNodes(html: string, hasLinks: boolean): Node[] {
  return parseMarkup(html).map((markup) => nodeOf(markup, hasLinks));
}

function nodeOf(markup: Markup, hasLinks: boolean): Node {
  if (typeof markup === "string") return document.createTextNode(markup);
  const isLink = hasLinks && markup.attributes.has("href");
  const node = document.createElement(markup.tag === "a" && !isLink ? "span" : markup.tag);
  for (const [name, value] of markup.attributes) {
    if (name !== "href" || isLink) node.setAttribute(name, value);
  }
  if (isLink) node.setAttribute("rel", "noopener noreferrer");
  if (markup.tag === "img") {
    node.setAttribute("loading", "lazy");
    node.setAttribute("referrerpolicy", "no-referrer");
    if (!markup.attributes.has("alt")) node.setAttribute("alt", "");
  }
  node.append(...markup.children.map((child) => nodeOf(child, hasLinks)));
  return node;
}
