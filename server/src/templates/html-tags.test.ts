import fc from "fast-check";
import { type Token, Tokenizer, TokenizerMode } from "parse5";
import { expect, test } from "vitest";
import { linear } from "../../testing/linear.ts";
import { attributesOf, scanTags } from "./html-tags.ts";

/** A tag with its place and its attributes. */
type Read = [name: string, isEnd: boolean, start: number, end: number, attributes: [string, string][]];

function read(html: string): Read[] {
  const tags: Read[] = [];
  scanTags(html, (tag) => {
    const once = new Map<string, string>();
    for (const { name, value } of attributesOf(html, tag)) if (!once.has(name)) once.set(name, value);
    tags.push([tag.name, tag.isEnd, tag.start, tag.end, tag.isEnd ? [] : [...once]]);
  });
  return tags;
}

const RAW_TEXT = new Set(["iframe", "noembed", "noframes", "noscript", "style", "xmp"]);

function readByParse5(html: string): Read[] {
  const tags: Read[] = [];
  const add = (isEnd: boolean) => (tag: Token.TagToken) => {
    const { startOffset, endOffset } = tag.location ?? { startOffset: -1, endOffset: -1 };
    const attributes = isEnd ? [] : tag.attrs.map(({ name, value }): [string, string] => [name, value]);
    tags.push([tag.tagName, isEnd, startOffset, endOffset, attributes]);
    if (!isEnd && RAW_TEXT.has(tag.tagName)) tokenizer.state = TokenizerMode.RAWTEXT;
    if (!isEnd && /^(?:title|textarea)$/.test(tag.tagName)) tokenizer.state = TokenizerMode.RCDATA;
    if (!isEnd && tag.tagName === "plaintext") tokenizer.state = TokenizerMode.PLAINTEXT;
  };
  const nothing = () => {};
  const rest = { onCharacter: nothing, onNullCharacter: nothing, onWhitespaceCharacter: nothing };
  const others = { onComment: nothing, onDoctype: nothing, onEof: nothing };
  const handler = { onStartTag: add(false), onEndTag: add(true), ...rest, ...others };
  const tokenizer: Tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, handler);
  tokenizer.write(html, true);
  return tags;
}

const PIECES = [
  ...["<", ">", "/", "=", '"', "'", " ", "\n", "\t", "!", "-", "--", "?", "a", "B", "é", "\u00a0", "]]"],
  ...["<a ", "</a", "<p>", "<!--", "-->", "--!>", "<!-->", "<!doctype html>", "<!", "<?", "</", 'x="', "y='"],
  ...["<style>", "</style>", "</style ", "<STYLE", "<title>", "</title>", "<textarea>", "</TEXTAREA>"],
  ...["<noscript>", "</noscript>", "<plaintext>", "<img/>", "<br a=b/>", "a=b", 'c="<d>"', "<![endif]-->"],
];

test("tags: are where parse5 finds them, whatever the HTML is", () => {
  const html = fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((pieces) => pieces.join(""));
  fc.assert(
    // A tag that the end of the HTML cuts off is none for parse5.
    fc.property(html, (text) => {
      const closed = `${text}'">--><i>`;
      expect(read(closed).filter(([, , , end]) => end < closed.length)).toEqual(
        readByParse5(closed).filter(([, , , end]) => end < closed.length),
      );
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  "<",
  "<!",
  "<!--",
  "<!--x-->",
  "</",
  "<a",
  "<a ",
  "<a b",
  "<a b=",
  "<a b='",
  "<style>",
  "</style>",
  "a=>",
])("tags: %s repeated takes linear time", (piece) => {
  linear((size) => read(piece.repeat(size / piece.length)), 5_000);
});
