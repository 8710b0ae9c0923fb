import fc from "fast-check";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { inlineCss, loadCssInline } from "../../src/templates/inline-css.ts";
import { withPreheader } from "../../src/templates/preheader.ts";
import { usePageServer } from "../../testing/browser/page-server.ts";
import { useBrowser } from "../../testing/browser/use-browser.ts";

/** A mail looks the same before and after it was prepared, where its style blocks are read: in both themes, and on small screens. */

const pages = await usePageServer();
const browser = useBrowser();
beforeAll(loadCssInline);

type Theme = { colorScheme: "light" | "dark"; width: number; media?: "screen" | "print" };
const LOOKS: Theme[] = [
  { colorScheme: "light", width: 800 },
  { colorScheme: "dark", width: 800 },
  { colorScheme: "light", width: 400 },
  { colorScheme: "dark", width: 400 },
];
const PAPER: Theme = { colorScheme: "light", width: 800, media: "print" };

const blank = () => browser.visit(pages.page(""));

/** What a browser computes for each element of the mail, in each look. */
async function looksOf(page: Page, html: string, looks = LOOKS): Promise<Record<string, string>[][]> {
  await page.setContent(html);
  const found: Record<string, string>[][] = [];
  for (const { colorScheme, width, media = "screen" } of looks) {
    await page.emulateMedia({ colorScheme, media });
    await page.setViewportSize({ width, height: 600 });
    found.push(await page.evaluate(computedStyles));
  }
  return found;
}

/** Runs in the page. */
function computedStyles(): Record<string, string>[] {
  const { document, getComputedStyle } = globalThis as any;
  return Array.from(document.querySelectorAll("body, body *"), (element: any) => {
    const style = getComputedStyle(element);
    const names: string[] = Array.from(style);
    return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]));
  });
}

/** Of the elements in the body. */
function withoutVariables(looks: Record<string, string>[] = []): object[] {
  const isShown = ([name]: [string, string]) => !name.startsWith("--");
  return looks.slice(1).map((one) => Object.fromEntries(Object.entries(one).filter(isShown)));
}

const mail = (css: string, body: string) =>
  `<!doctype html><html><head><meta charset="utf-8"><style>${css}</style></head><body>${body}</body></html>`;

const DARK = "@media (prefers-color-scheme: dark)";
const SMALL = "@media (max-width: 600px)";

describe("a prepared mail", () => {
  test.each([
    [
      "!important, in general and on some devices",
      `.btn { color: #fff !important } ${DARK} { .btn { color: #fc0 !important } }
       .hide { display: none !important; width: 300px } ${SMALL} { .hide { display: block !important; width: 100% !important } }`,
      '<a class="btn">Go</a><div class="hide">Small</div>',
    ],
    [
      "rules for some devices that are not important",
      `.hide { display: none } .col { width: 50%; padding: 9px } ${SMALL} { .hide { display: block } .col { width: 100%; padding-left: 0 } }
       body { background: #fff } ${DARK} { body { background-color: #111 } p { color: #eee } } p { font-size: 20px }`,
      '<div class="hide">Small</div><div class="col" style="margin: 0"><p>Hi</p></div>',
    ],
    [
      "rules for some devices that stronger ones outrank",
      `p { color: red } ${DARK} { p { color: blue } p { padding: 3px } } p.strong { color: green } p { padding-top: 2px !important }`,
      '<p class="strong">a</p><p style="color: black">b</p><p>c</p><p style="padding: 7px">d</p>',
    ],
    [
      "variables that dark mode changes",
      `:root { --ink: #111; --line: 1px solid var(--ink) } ${DARK} { :root { --ink: #eee } }
       p { color: var(--ink); border: var(--line); margin: var(--none, 4px) } .own { --ink: red }`,
      '<p>a</p><div class="own"><p>b</p></div><i style="color: var(--ink)">c</i>',
    ],
    [
      "shorthands",
      `.a { padding-left: 5px } .b { padding: 0 } .c { padding-left: 3px } p { font-size: 20px; margin: 1px !important }
       #d { font: 10px/2 serif; margin-top: 5px } p { background: #fff; background: rgba(0, 0, 0, .5) }`,
      '<p class="a b c">a</p><p id="d" class="c a" style="margin-left: 9px">b</p>',
    ],
    [
      "quotes, escapes, and other alphabets",
      'p { font-family: "A B", \'C\'; quotes: "\\201c" "\\201d" } .\\31 x { color: red } p::before { content: "}" } .ä { top: 1px }',
      '<p style=\'font-family: "D"\' class="1x">a</p><p class="1x ä">b &amp; c</p>',
    ],
  ])("looks as it was written: %s", async (_, css, body) => {
    const page = await blank();
    const written = mail(css, body);
    const prepared = inlineCss(written);
    expect(prepared).not.toBe(written);
    expect(await looksOf(page, prepared)).toEqual(await looksOf(page, written));
    await browser.photograph(page, "mail-prepared");
  });

  test("looks as it was written, whatever its rules are", async () => {
    const page = await blank();
    await fc.assert(
      fc.asyncProperty(anyMail, async (written) => {
        expect(await looksOf(page, inlineCss(written)), written).toEqual(await looksOf(page, written));
      }),
      { numRuns: Number(process.env.MAIL_LOOKS ?? 30) },
    );
  });

  test("has on paper what is only for paper, and nothing of it on a screen", async () => {
    const page = await blank();
    const css = "p { color: red } @media print { p { color: black } }";
    const written = mail(`${css}</style><style media="print">p { display: none }`, "<p>Hi</p>");
    expect(await looksOf(page, inlineCss(written), [...LOOKS, PAPER])).toEqual(
      await looksOf(page, written, [...LOOKS, PAPER]),
    );
  });

  test("under a pointer: changes as it was written", async () => {
    const page = await blank();
    await page.setContent(
      inlineCss(mail("a { color: rgb(1, 2, 3) } a:hover { color: rgb(4, 5, 6) }", "<a>Go</a>")),
    );
    const color = () => page.evaluate("getComputedStyle(document.querySelector('a')).color");
    expect(await color()).toBe("rgb(1, 2, 3)");
    await page.hover("a");
    expect(await color()).toBe("rgb(4, 5, 6)");
  });

  test("without its style blocks: looks as on a large light screen", async () => {
    const page = await blank();
    const css = `p { color: rgb(1, 2, 3); display: none !important } .a { color: var(--c) } :root { --c: rgb(4, 5, 6) } ${DARK} { p { color: red } }`;
    const written = mail(css, '<p>a</p><b class="a">b</b><i style="color: var(--c)">c</i>');
    const bare = inlineCss(written).replace(/<style>[\s\S]*<\/style>/, "");
    const ofBody = async (html: string) =>
      withoutVariables((await looksOf(page, html, [LOOKS[0] as Theme]))[0]);
    expect(await ofBody(bare)).toEqual(await ofBody(written));
  });
});

describe("a preheader", () => {
  test.each([
    "<p>Hi</p>",
    "<!doctype html><html><head><title>a</title></head><p>Hi</p>",
    '<!doctype html><html><!--[if mso]><body class="mso"><![endif]--><!--[if !mso]><!--><body><!--<![endif]--><p>Hi</p></body></html>',
    "<!doctype html><!-- a <body> --><html><body class=a><p>Hi</p></body></html>",
  ])("is in the page, first in its body, not seen, and the page stays in its mode: %s", async (html) => {
    const page = await blank();
    const stateOf = async (text: string) => {
      await page.setContent(text);
      return page.evaluate("[document.compatMode, document.body.innerText.trim(), document.body.className]");
    };
    expect(await stateOf(withPreheader(html, "Soon"))).toEqual(await stateOf(html));
    expect(await page.evaluate("document.body.firstElementChild")).toBeDefined();
    await page.setContent(withPreheader(html, "Soon"));
    expect(await page.evaluate("document.body.firstElementChild.textContent.slice(0, 4)")).toBe("Soon");
  });
});

const property = fc.oneof(
  fc.tuple(
    fc.constantFrom("color", "background-color", "border-left-color"),
    fc.constantFrom("red", "blue", "#123", "var(--c)"),
  ),
  fc.tuple(fc.constant("background"), fc.constantFrom("green", "none", "var(--c)")),
  fc.tuple(
    fc.constantFrom("padding", "padding-left", "margin", "margin-top", "width", "font-size"),
    fc.constantFrom("0", "3px", "20px", "50%"),
  ),
  fc.tuple(fc.constant("font"), fc.constantFrom("10px/2 serif", "bold 14px sans-serif")),
  fc.tuple(fc.constant("line-height"), fc.constantFrom("1", "30px")),
  fc.tuple(fc.constant("display"), fc.constantFrom("none", "block", "inline")),
  fc.tuple(fc.constant("--c"), fc.constantFrom("red", "#456", "var(--d)")),
  fc.tuple(fc.constant("--d"), fc.constantFrom("blue", "green")),
);
const declaration = fc
  .tuple(property, fc.constantFrom("", "", "", " !important"))
  .map(([[name, value], rank]) => `${name}: ${value}${rank}`);
const declarations = fc.array(declaration, { minLength: 1, maxLength: 3 }).map((all) => all.join("; "));
const selector = fc.constantFrom(
  ...[
    "p",
    "div",
    ".a",
    ".b",
    "p.a",
    ".a.b",
    "#x",
    "div p",
    "div > .b",
    "p, .b",
    "*",
    ":root",
    "p:first-child",
    "p:not(.a)",
    "p:lang(en)",
  ],
);
const styleRule = fc.tuple(selector, declarations).map(([to, text]) => `${to} { ${text} }`);
const condition = fc.constantFrom("", "", DARK, SMALL, "@media screen", "@supports (color: red)");
const rules = fc
  .array(fc.tuple(condition, styleRule), { minLength: 2, maxLength: 9 })
  .map((all) => all.map(([when, text]) => (when ? `${when} { ${text} }` : text)).join("\n"));
const element = fc
  .tuple(
    fc.constantFrom("p", "div", "b"),
    fc.constantFrom("", "a", "b", "a b"),
    fc.option(declarations, { freq: 4 }),
  )
  .map(([tag, names, own]) => `<${tag} class="${names}"${own ? ` style="${own}"` : ""}>`);
const body = fc
  .array(fc.tuple(element, element), { minLength: 1, maxLength: 4 })
  .map((all) =>
    all
      .map(([outer, inner]) => `<div>${outer}1</${tagOf(outer)}>${inner}2</${tagOf(inner)}></div>`)
      .join("<p id=x lang=en>3</p>"),
  );
const anyMail = fc.tuple(rules, body).map(([css, content]) => mail(css, content));

function tagOf(startTag: string): string {
  return /^<(\w+)/.exec(startTag)?.[1] ?? "";
}
