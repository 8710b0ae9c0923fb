import { beforeAll, expect, test } from "vitest";
import { linear } from "../../testing/linear.ts";
import { inlineCss, loadCssInline } from "./inline-css.ts";

beforeAll(loadCssInline);

/** The mail's body, and its style blocks where these were changed. */
function prepared(html: string): { body: string; blocks: string[] } {
  const inlined = inlineCss(html);
  const [, body = ""] = /<body[^>]*>([\s\S]*)<\/body>/.exec(inlined) ?? [];
  return {
    body,
    blocks: Array.from(inlined.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g), ([, css = ""]) => css),
  };
}

const bodyOf = (css: string, body: string) =>
  prepared(`<html><head><style>${css}</style></head><body>${body}</body></html>`).body;
const blockOf = (css: string, body: string) =>
  prepared(`<html><head><style>${css}</style></head><body>${body}</body></html>`).blocks[0];

test("!important: is not copied, because it would outrank the rules for some devices", () => {
  const css =
    ".a { display: none !important } @media (max-width: 600px) { .a { display: block ! IMPORTANT } }";
  expect(bodyOf(css, '<p class="a">Hi</p>')).toBe('<p class="a" style="display: none;">Hi</p>');
  expect(blockOf(css, '<p class="a">Hi</p>')).toBe(css);
});

test("!important: of the element itself stays, and a rule's stands behind the element's other declarations", () => {
  const css = "p { color: red !important; top: 0 }";
  expect(bodyOf(css, '<p style="color: blue">a</p>')).toBe(
    '<p style="top: 0; color: blue; color: red;">a</p>',
  );
  expect(bodyOf(css, '<p style="color: blue !important">a</p>')).toContain("color: blue !important");
});

test.each([
  ["@media", "p { color: red } @media (max-width: 600px) { p { color: blue } }"],
  ["@supports in @media", "p { color: red } @media screen { @supports (color: red) { p { color: blue } } }"],
  [":hover", "p { color: red } p:hover { color: blue }"],
  ["paper", "p { color: red } @media print { p { color: blue } }"],
  ["a shorthand", "p { background: red } @media (max-width: 600px) { p { background-color: blue } }"],
])("a rule for %s: is made important where it outranked what is copied", (_, css) => {
  const raised = css.replace("blue", "blue !important");
  expect([bodyOf(css, "<p>a</p>"), blockOf(css, "<p>a</p>")]).toEqual([
    expect.stringContaining("red;"),
    raised,
  ]);
});

test.each([
  [
    "the element itself",
    "p { color: red } @media screen { p { color: blue } }",
    '<p>a</p><p style="color: green">b</p>',
  ],
  [
    "an important rule",
    ".c { color: green !important } p { color: red } @media screen { p#c { color: blue } }",
    '<p class="c" id="c">b</p><p id="c">a</p>',
  ],
])("a rule for some devices that %s outranks: stays, and what it replaces is not copied", (_, css, body) => {
  expect(blockOf(css, body)).toBe(css);
  expect(bodyOf(css, body)).not.toContain("color: red");
  expect(bodyOf(css, body)).toContain("color: green");
});

test("a rule for some devices that a rule in general outranks: is made important with all of its kind", () => {
  const css = "p { color: red; top: 0 } @media screen { p { color: blue } } .c { color: green }";
  const body = '<p>a</p><p class="c">b</p>';
  expect(blockOf(css, body)).toBe(css.replace(/(red|blue|green)/g, "$1 !important"));
  expect(bodyOf(css, body)).toBe(
    '<p style="color: red; top: 0;">a</p><p class="c" style="top: 0; color: green;">b</p>',
  );
});

test("a rule for some devices that nothing copied outranks: stays as it is", () => {
  const css = "@media screen { p { color: blue } } p { color: red } .b { top: 0 }";
  expect(blockOf(css, "<p>a</p>")).toBe(css);
  expect(bodyOf(css, "<p>a</p>")).toBe('<p style="color: red;">a</p>');
});

test("several elements with the same id: all have its rules, also in a large mail", () => {
  const body = `<p id="x">a</p>${"<i></i>".repeat(300)}<p id="x">b</p>`;
  expect(bodyOf("#x { color: red }", body).match(/<p id="x" style="color: red;">/g)).toHaveLength(2);
});

test("pseudo-elements and :visited: change nothing", () => {
  const css = "a { color: red } a::before, a:after { color: blue } a:visited { color: green }";
  expect(blockOf(css, "<a>a</a>")).toBe(css);
  expect(bodyOf(css, "<a>a</a>")).toBe('<a style="color: red;">a</a>');
});

test.each(["print", "(max-width: 600px)", "speech", "print, (max-width: 1px)", "not all"])(
  'a block with media="%s": is not copied',
  (media) => {
    const html = `<style media="${media}">p { color: red }</style><style>p { top: 0 }</style><p>a</p>`;
    expect(prepared(html).body).toBe('<p style="top: 0;">a</p>');
  },
);

test.each(["", "all", "screen", " Screen ", "only screen", "print, screen"])(
  'a block with media="%s": is copied',
  (media) => {
    const html = `<style media="${media}">p { color: red }</style><p>a</p>`;
    expect(prepared(html).body).toBe('<p style="color: red;">a</p>');
  },
);

test("a block that is not for elements: is not copied, and alone leaves the HTML as it is", () => {
  for (const attribute of ["media=print", "data-css-inline=ignore", "type=text/x-template"]) {
    const html = `<style ${attribute}>p { color: red }</style><p>a</p>`;
    expect(inlineCss(html)).toBe(html);
  }
  const outlook = "<!--[if mso]><style>p { color: red }</style><![endif]--><p>a</p>";
  expect(inlineCss(outlook)).toBe(outlook);
});

test("shorthands: what a stronger rule sets stands behind them", () => {
  const css =
    ".a { padding-left: 5px } .b { padding: 0 } .c { padding-left: 3px } #d { margin: 0 !important } p { margin-top: 1px }";
  expect(bodyOf(css, '<p class="a b c" id="d">a</p>')).toContain(
    'style="margin-top: 1px; padding: 0; padding-left: 3px; margin: 0;"',
  );
});

test("values of one rule for the same property: stay together, for programs that do not know all of them", () => {
  const css = "p { color: red } p { color: #fff; color: rgba(255, 255, 255, .5) }";
  expect(bodyOf(css, "<p>a</p>")).toBe('<p style="color: #fff; color: rgba(255, 255, 255, .5);">a</p>');
});

test("elements that are never shown: get no style", () => {
  expect(inlineCss("<style>* { color: red }</style><title>a</title><p>b</p>")).toMatch(
    /^<html style="color: red;"><head><style>[^<]*<\/style><title>a<\/title><\/head><body style="color: red;"><p style/,
  );
});

test.each([
  [
    "of the document",
    ":root { --c: #fff } p { color: var(--c) }",
    "<p>a</p>",
    '<p style="color: #fff;">a</p>',
  ],
  [
    "of an element above",
    "p { color: var(--c) }",
    '<div style="--c: red"><p>a</p></div>',
    '<div style="--c: red"><p style="color: red;">a</p></div>',
  ],
  [
    "with a variable",
    ":root { --c: var(--d) 1px; --d: solid } p { border: var(--c) red }",
    "<p>a</p>",
    '<p style="border: solid 1px red;">a</p>',
  ],
  ["without a value", "p { color: var(--c, var(--d, red)) }", "<p>a</p>", '<p style="color: red;">a</p>'],
  [
    "with a value that is stronger",
    "p { --c: red; color: var(--c) } .a { --c: blue }",
    '<p class="a">a</p>',
    '<p class="a" style="color: blue;">a</p>',
  ],
  ["of which nothing is known", "p { color: var(--c) }", "<p>a</p>", '<p style="color: var(--c);">a</p>'],
  [
    "in a circle",
    ":root { --c: var(--d); --d: var(--c) } p { color: var(--c) }",
    "<p>a</p>",
    '<p style="color: var(--c);">a</p>',
  ],
])("a variable %s: has its value", (_, css, body, expected) => {
  expect(bodyOf(css, body)).toBe(expected);
});

test("a variable that dark mode changes: has its value, and stays a variable behind it", () => {
  const css =
    ":root { --c: #fff } @media (prefers-color-scheme: dark) { :root { --c: #000 } } p { color: var(--c) }";
  expect(bodyOf(css, "<p>a</p>")).toBe('<p style="color: #fff; color: var(--c);">a</p>');
});

test("a variable in a mail without style blocks: has its value, too", () => {
  const html = '<div style="--c: red"><p style="color: var(--c)">a</p></div>';
  expect(prepared(html).body).toBe('<div style="--c: red"><p style="color: red;">a</p></div>');
});

test("variables that double each other: are left as they are", () => {
  const names = Array.from({ length: 30 }, (_, at) => `--v${at + 1}: var(--v${at}) var(--v${at});`).join(" ");
  expect(bodyOf(`:root { --v0: a; ${names} } p { color: var(--v30) }`, "<p>a</p>")).toContain(
    "color: var(--v30);",
  );
});

test("quotes and ampersands: are the same after decoding", () => {
  expect(bodyOf('p { font-family: "A B", serif }', "<p style='font: \"C&amp;D\"'>a</p>")).toMatch(
    /^<p style="font-family: 'A B', serif; font: (?:'C&amp;D'|&quot;C&amp;D&quot;)">/,
  );
});

test.each([
  ...[
    "/*",
    "/**/",
    "@media x{",
    "@x{",
    "{",
    "}",
    "a,",
    "a:hover,",
    ":not(",
    "'",
    '"\\',
    "(",
    "<!--",
    "@",
    "; ",
  ],
  ...["a{b:c}", "a:hover{b:c}", "a{b:c!important}", "--x:var(--x);", "a{--x:var(--y)}", ":hover"],
])("CSS: %s repeated takes linear time", (piece) => {
  linear((size) => inlineCss(`<style>p{color:red} ${piece.repeat(size / piece.length)}</style><p>a`), 3_000);
});

test.each([
  "<p>",
  "<p style='color:var(--x)'>a</p>",
  "<p style='--x:var(--x,1)'>a</p>",
  "<!--",
  "<style>",
  "&amp;",
])("HTML: %s repeated takes linear time", (piece) => {
  const css = "p { --y: 1; color: var(--y) } @media x { p { color: blue } }";
  linear((size) => inlineCss(`<style>${css}</style>${piece.repeat(size / piece.length)}`), 3_000);
});
