import { expect, test } from "vitest";
import { linear } from "../../../server/testing/linear.ts";
import { type Markup, parseMarkup, plainText } from "./markup.ts";

/** Writes the tree as text: attributes and nesting are visible. */
const written = (markup: Markup): string => {
  if (typeof markup === "string") return markup.replaceAll("<", "&lt;");
  const attributes = [...markup.attributes].map(([name, value]) => ` ${name}=[${value}]`).join("");
  return `<${markup.tag}${attributes}>${markup.children.map(written).join("")}</${markup.tag}>`;
};
const read = (html: string) => parseMarkup(html).map(written).join("");

test.each([
  ["text with escaped values", "Tom &amp; &lt;b&gt; &#39;x&#x2019;", "Tom & &lt;b> 'x’"],
  ["formatted text", "<b>Big</b> and <EM>new</EM>", "<b>Big</b> and <em>new</em>"],
  [
    "a link",
    '<a href="https://example.org/?a=1&amp;b=2">x</a>',
    "<a href=[https://example.org/?a=1&b=2]>x</a>",
  ],
  ["a picture", '<img src="/a.png" alt="A" onerror="x()">', "<img src=[/a.png] alt=[A]></img>"],
  ["a list", "<ul><li>a</li><li>b</li></ul>", "<ul><li>a</li><li>b</li></ul>"],
  ["headings, which become paragraphs", "<h1>Sale</h1>", "<p>Sale</p>"],
  ["table cells, which become text", "<table><tr><td>a</td><td>b</td></tr></table>", "<div>a b </div>"],
  ["an empty element", "a<br>b<hr/>c", "a<br></br>b<hr></hr>c"],
  ["end tags without a start", "a</b>b</p>", "ab"],
  ["tags that are closed by an outer end", "<p><b>a</p>b", "<p><b>a</b></p>b"],
  ["a comment, which is left out", "a<!-- x > y -->b", "ab"],
  ["a lone `<`", "1 < 2 & 3 > 2", "1 &lt; 2 & 3 > 2"],
  [
    "unknown and impossible references",
    "&unknown; &#0; &#x110000; &constructor;",
    "&unknown; � � &constructor;",
  ],
])("markup: reads %s", (_, html, tree) => {
  expect(read(html)).toBe(tree);
});

test.each([
  "<script>alert(1)</script>",
  "<style>*{display:none}</style>",
  "<svg><a href='javascript:alert(1)'>x</a></svg>",
  "<iframe src='https://example.org'></iframe>",
  "<template><b>x</b></template>",
])("markup: leaves out %s with its content", (html) => {
  expect(read(`a${html}b`)).toBe("ab");
});

test.each([
  "javascript:alert(1)",
  "java&#10;script:alert(1)",
  "//evil.example",
  "data:text/html,x",
  "/\\evil.example",
])("markup: a link to %s keeps its text only", (href) => {
  expect(read(`<a href="${href}" onclick="alert(1)" style="color:red" target="_top">x</a>`)).toBe("<a>x</a>");
});

test("markup: hostile characters take linear processor time", () => {
  const pieces = ["<", "<a ", "<a href='", '<a b="', "&#", "<!--", "<b>", "</b>", "<script>"];
  for (const piece of pieces) {
    const read = (length: number) => parseMarkup(piece.repeat(Math.floor(length / piece.length)));
    // And 32 times as long.
    expect(() => linear(read, 8_000), piece).not.toThrow();
  }
});

test("markup: elements deeper than 30 are left out, their text stays", () => {
  expect(plainText(`${"<b>".repeat(10_000)}deep`)).toBe("deep");
  expect(read("<b>".repeat(10_000)).match(/<b>/g)).toHaveLength(30);
});

test("plain text: is the text of elements and pictures, with single spaces", () => {
  expect(plainText('<p>Hello <b>Ada</b>,</p><p>new:<br><img src="/a.png" alt="a chair"></p>')).toBe(
    "Hello Ada , new: a chair",
  );
});
