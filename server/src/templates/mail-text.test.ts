import { expect, test } from "vitest";
import { linear } from "../../testing/linear.ts";
import { mailTextOf } from "./mail-text.ts";
import { withPreheader } from "./preheader.ts";

const FILLER = "\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff".repeat(120);

test.each([
  [
    "a style",
    '<p style="DISPLAY : none">no</p><p style="display:block;display:none!important;display:table">no</p>',
  ],
  [
    "a style for old programs",
    '<div style="max-height:0px;overflow:hidden">no</div><i style="visibility: hidden">no</i><div style="height:0;overflow:hidden">no</div>',
  ],
  ["no opacity", '<span style="opacity:0">no</span>'],
  ["an attribute", "<p hidden>no</p><div data-skip-in-text=true>no</div>"],
  [
    "its tag",
    "<template><p>no</p></template><noscript><p>no</p></noscript><title>no</title><textarea>no</textarea>",
  ],
  ["its tag: choices", "<select><option>no</option></select><datalist><option>no</option></datalist>"],
  ["its tag: drawings", "<svg><title>no</title><text>no</text></svg><canvas>no</canvas><iframe>no</iframe>"],
])("the text part: has nothing that is hidden by %s", (_, html) => {
  expect(mailTextOf(`a${html}b`).replace(/\s/g, "")).toBe("ab");
});

test.each([
  ["only for Outlook", '<a style="mso-hide:all">Yes</a>', "Yes"],
  ["only for screen readers", '<span aria-hidden="true">***</span>', "***"],
  ["no more", '<p style="display:none;display:block">Yes</p>', "Yes"],
  ["only in a part", '<td style="font-size:0;line-height:0"><p style="font-size:16px">Yes</p></td>', "Yes"],
  ["with room for a picture", '<div style="max-height:0;overflow:visible">Yes</div>', "Yes"],
])("the text part: has what is hidden %s", (_, html, text) => {
  expect(mailTextOf(html)).toBe(text);
});

test("the text part: has no preheader, and no filler behind one", () => {
  expect(mailTextOf(withPreheader("<p>Hi</p>", "Soon"))).toBe("Hi");
  expect(mailTextOf(`<div data-skip-in-text="true">Code 1<div>${FILLER}</div></div><p>Hi</p>`)).toBe("Hi");
  expect(mailTextOf(`<div>Code 1 ${FILLER}</div><p>Hi</p>`)).toBe("Code 1\n\nHi");
});

test("the text part: keeps joined emoji, and letters that are kept apart", () => {
  const words = "👩\u200d👩\u200d👧 نمی\u200cخواهم co\u00adoperate";
  expect(mailTextOf(`<p>${words}</p>`)).toBe(words);
});

test.each([
  [
    "a linked picture",
    '<a href="https://e.com/c"><img alt="Confirm your address"></a>',
    "Confirm your address [https://e.com/c]",
  ],
  ["pictures side by side", '<img alt="One"><img alt=" Two "><img alt=""><img src="a.png">', "One Two"],
  ["a picture in a sentence", 'I <img alt="love"> you', "I love you"],
  [
    "places of a picture",
    '<map><area href="https://e.com/a" alt="Berlin"></map>',
    "Berlin [https://e.com/a]",
  ],
  [
    "a button that is a picture",
    '<input type="image" alt="Go"><input type=submit value=Send><input value=no>',
    "Go Send",
  ],
])("the text part: %s has its alternative text", (_, html, text) => {
  expect(mailTextOf(html)).toBe(text);
});

test.each([
  ["code", '<a href="java&#10;script:alert(1)">Hi</a> <a href=" JavaScript:x">you</a>', "Hi you"],
  ["contents", '<a href="data:text/html,x">Hi</a> <a href="vbscript:x">you</a>', "Hi you"],
  ["a place in the mail", '<a href="#top">Up</a><a name="a">Hi</a>', "UpHi"],
  [
    "a mail address",
    '<a href="mailto:a@b.example">a@b.example</a> <a href="MAILTO:a@b.example">Us</a>',
    "a@b.example Us [a@b.example]",
  ],
  ["its words, but for a slash", '<a href="https://e.com/">https://e.com</a>', "https://e.com"],
  ["kept as written in its lines", '<pre>a <a href="https://e.com">b</a></pre>', "a b [https://e.com]"],
])("the text part: a link to %s", (_, html, text) => {
  expect(mailTextOf(html)).toBe(text);
});

test.each([
  ["dl", "<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd>d</dd></dl>", "a\nb\nc\nd"],
  ["figure", "<figure>a<figcaption>b</figcaption></figure>c", "a\nb\nc"],
  ["fieldset", "<fieldset><legend>a</legend>b</fieldset>c", "a\nb\nc"],
  ["details", "<details><summary>a</summary>b</details>c", "a\nb\nc"],
  ["center", "a<center>b</center>c", "a\nb\nc"],
  ["address", "a<address>b</address>c", "a\nb\nc"],
  ["caption", "<table><caption>a</caption><tr><td>b</td></tr></table>", "a\nb"],
  ["a style", '<span style="display:block">a</span><b style="display: table">b</b>', "a\nb"],
  ["li without a list", "<li>a</li><li>b</li>", "a\nb"],
  ["hgroup and search", "<hgroup>a</hgroup><search>b</search>", "a\nb"],
])("the text part: %s begins a line", (_, html, text) => {
  expect(mailTextOf(html)).toBe(text);
});

test.each([
  ["buttons", "<button>a</button><button>b</button>"],
  ["inline blocks", '<span style="display:inline-block">a</span><span style="display:inline-block">b</span>'],
  ["cells", "<table><tr><td>a</td><td>b</td></tr></table>"],
])("the text part: has space between %s", (_, html) => {
  expect(mailTextOf(html)).toBe("a b");
});

test.each([
  ["start", "<ol start=3><li>a<li>b</ol>", "3. a\n 4. b"],
  ["value", "<ol><li>a<li value=7>b<li>c</ol>", "1. a\n 7. b\n 8. c"],
  ["reversed", "<ol reversed><li>a<li>b</ol>", "2. a\n 1. b"],
  ["below zero", "<ol start=-1><li>a<li>b<li>c</ol>", "-1. a\n 0.  b\n 1.  c"],
  ["no number", "<ol start=x><li value=''>a</ol>", "1. a"],
  ["letters", "<ol type=a start=26><li>a<li>b</ol>", "z.  a\n aa. b"],
  ["Roman numerals", "<ol type=I start=1989><li>a</ol>", "MCMLXXXIX. a"],
  ["too much for Roman numerals", "<ol type=i start=4000><li>a</ol>", "4000. a"],
  ["too much for a number", "<ol type=i start=99999999999999999999><li>a</ol>", "i. a"],
  ["hidden items", "<ol><li>a<li hidden>no<li>b</ol>", "1. a\n 2. b"],
  ["a list in a list", "<ul><li>a<ol><li>b</ol></ul>", "* a\n   1. b"],
])("the text part: the numbers of a list by %s", (_, html, text) => {
  expect(mailTextOf(html)).toBe(text);
});

test.each([
  ...[
    "<li>",
    "<ol><li>a</ol>",
    "<ol start=9></ol>",
    "<dl><dt></dl>",
    "<img alt=a>",
    "<p style='display:block'>",
    "<td>",
  ],
  ...["<p hidden>", "<a href=' '>x</a>"],
])("the text part: %s repeated takes linear time", (piece) => {
  linear((size) => mailTextOf(piece.repeat(size / piece.length)), 5_000);
});

// Each of their words costs V8 six times as much above 20,000 as below, and not more from there on: 140 times in all, so that the bound
// (181) had no room from 5,000 to 160,000 characters. To 80,000 it is 86 times.
test.each(["\u200c ", "\ufeff\u034f\u200c"])("the text part: words of %s take linear time", (piece) => {
  linear((size) => mailTextOf(piece.repeat(size / piece.length)), 2_500);
});

// htmlparser2 moves its stack of open elements at each tag: only the budget of the thread bounds what is never closed.
test.each(["<ol start=9>", "<dl><dt>", "<b>", "<table><tr><td>"])(
  "the text part: %s never closed is cut where it nests too deep",
  (piece) => {
    expect(mailTextOf(`before${piece.repeat(10_000)}after`)).toMatch(/^before\s*\.\.\.$/);
  },
);
