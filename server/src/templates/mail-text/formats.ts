import type { DomNode, FormatCallback } from "html-to-text";
import { areAddress, readableAddress } from "./links.ts";
import { numbersOf } from "./list-numbers.ts";
import { shownAs } from "./visibility.ts";

/** Writes an element into the text. */
type Write = (
  element: DomNode,
  walk: Parameters<FormatCallback>[1],
  builder: Parameters<FormatCallback>[2],
) => void;

const inline: Write = ({ children }, walk, builder) => walk(children, builder);

const nothing: Write = () => {};

/** @param lines between it and what is before; `after`: and what is behind it. */
function block(lines: number, after = lines, write: Write = inline): Write {
  return (element, walk, builder) => {
    builder.openBlock({ leadingLineBreaks: lines });
    write(element, walk, builder);
    builder.closeBlock({ trailingLineBreaks: after });
  };
}

/** On the same line as its neighbours, with space between. */
function apart(write: Write = inline): Write {
  return (element, walk, builder) => {
    builder.addInline(" ");
    write(element, walk, builder);
    builder.addInline(" ");
  };
}

const preformatted: Write = ({ children }, walk, builder) => {
  builder.openBlock({ isPre: true, leadingLineBreaks: 2 });
  walk(children, builder);
  builder.closeBlock({ trailingLineBreaks: 2 });
};

const quote: Write = ({ children }, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  walk(children, builder);
  const blockTransform = (text: string) => `> ${text.trim().replaceAll("\n", "\n> ")}`;
  builder.closeBlock({ trailingLineBreaks: 2, blockTransform });
};

const rule = block(2, 2, (_, _walk, builder) => builder.addInline("-".repeat(40)));

const lineBreak: Write = (_, _walk, builder) => builder.addLineBreak();

/** A picture is its alternative text. */
const picture: Write = ({ attribs }, _walk, builder) => {
  const alt = attribs?.alt?.trim();
  if (alt) builder.addInline(` ${alt} `);
};

/** Buttons of forms have their words in an attribute. */
const input: Write = (element, walk, builder) => {
  const { type = "", value = "" } = element.attribs ?? {};
  if (/^image$/i.test(type)) picture(element, walk, builder);
  else if (/^(?:button|reset|submit)$/i.test(type)) builder.addInline(` ${value} `);
};

/** A link is its words, and its address if they are something else. */
function link(write: Write): Write {
  return (element, walk, builder) => {
    const address = readableAddress(element.attribs?.href);
    let words = "";
    builder.pushWordTransform((word) => {
      words += word;
      return word;
    });
    write(element, walk, builder);
    builder.popWordTransform();
    if (address === undefined || areAddress(words, address)) return;
    builder.addInline(words || isPreformatted(element) ? ` [${address}]` : address, {
      noWordTransform: true,
    });
  };
}

/** No words are seen there, because lines are kept as they are. */
function isPreformatted({ parent }: DomNode): boolean {
  for (let one = parent; one; one = one.parent) if (one.name === "pre") return true;
  return false;
}

/** Each item begins with a sign or a number. What is in a list beside its items stands among them. */
function list(signsOf: (list: DomNode["attribs"], items: DomNode["attribs"][]) => readonly string[]): Write {
  return ({ attribs, children = [], parent }, walk, builder) => {
    const nodes = children.filter((node) =>
      node.type === "tag" ? shownAs(node) !== "hidden" : node.data?.trim(),
    );
    if (nodes.length === 0) return;
    const isItem = ({ name }: DomNode) => name === "li";
    const signs = signsOf(
      attribs,
      nodes.filter(isItem).map((item) => item.attribs),
    );
    const isNested = parent?.name === "li";
    const prefixes = signs.map((sign) => (isNested ? `${sign} ` : ` ${sign} `));
    const maxPrefixLength = prefixes.reduce((longest, { length }) => Math.max(longest, length), 0);
    const lines = isNested ? 1 : 2;
    builder.openList({
      interRowLineBreaks: 1,
      leadingLineBreaks: lines,
      maxPrefixLength,
      prefixAlign: "left",
    });
    const rest = prefixes.values();
    for (const node of nodes) {
      builder.openListItem({ prefix: isItem(node) ? (rest.next().value ?? "") : "" });
      walk(isItem(node) ? node.children : [node], builder);
      builder.closeListItem();
    }
    builder.closeList({ trailingLineBreaks: lines });
  };
}

const bulleted = list((_, items) => items.map(() => "*"));
const numbered = list((attribs, items) => numbersOf(attribs, items).map((number) => `${number}.`));

const line = block(1);
const cell: Write = (element, walk, builder) => {
  inline(element, walk, builder);
  builder.addInline(" ");
};

const ofEach = (names: string, write: Write) => names.split(" ").map((name) => [name, write] as const);

/** All others stand in the line. Most tables of mails are layout: a row is a line. */
const FORMATS: ReadonlyMap<string, Write> = new Map([
  ...ofEach("address article aside caption center dd details dialog div dt fieldset figcaption figure", line),
  ...ofEach("footer form header hgroup legend li main nav search section summary tr", line),
  ...ofEach("dl p table", block(2)),
  ...ofEach("h1 h2 h3", block(3, 2)),
  ...ofEach("h4 h5 h6", block(2)),
  ...ofEach("td th", cell),
  ["button", apart()],
  ["input", input],
  ...ofEach("dir menu ul", bulleted),
  ["ol", numbered],
  ["blockquote", quote],
  ["pre", preformatted],
  ["hr", rule],
  ["br", lineBreak],
  ["img", picture],
  ["a", link(inline)],
  ["area", link(picture)],
  ...ofEach("canvas datalist iframe meter noembed noframes noscript progress select svg template", nothing),
  ...ofEach("textarea title", nothing),
]);

/** Writes an element as its tag and its style say. */
export const formatElement: FormatCallback = (element, walk, builder) => {
  const shown = shownAs(element);
  if (shown === "hidden") return;
  const name = element.name ?? "";
  const write = FORMATS.get(name) ?? inline;
  const isInLine = write === inline || name === "a";
  if (shown === "block" && isInLine) block(1, 1, write)(element, walk, builder);
  else if (shown === "apart" && isInLine) apart(write)(element, walk, builder);
  else write(element, walk, builder);
};

/** The tags that html-to-text would format in its own way, and all others. */
export const SELECTORS = [
  ...[
    "*",
    "a",
    "article",
    "aside",
    "blockquote",
    "br",
    "div",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
  ],
  ...["header", "hr", "img", "main", "nav", "ol", "p", "pre", "section", "table", "ul", "wbr"],
];
