import { afterAll, expect, test } from "vitest";
import { createSandbox } from "../sandbox/sandbox.ts";
import { createPrepareMail } from "./prepare-mail.ts";

const sandbox = createSandbox({ threads: 1 });
afterAll(() => sandbox.close());
const prepareMail = createPrepareMail(sandbox);
const prepare = (html: string, text?: string) =>
  prepareMail("e1", { html, ...(text === undefined ? {} : { text }) });

test.each([
  ["plain words", "Hi\n  you", "Hi you"],
  ["entities", "a &lt; b&nbsp;&amp; c", "a < b & c"],
  ["a list", "<ul><li>a</li><li>b</li></ul>", "* a\n * b"],
  ["rows of a table", "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"],
  [
    "a link whose text is its address",
    '<a href="https://a.example">https://a.example</a>',
    "https://a.example",
  ],
  ["no scripts, styles, titles and pictures", '<title>t</title><script>x</script><img src="a">Hi', "Hi"],
])("the text part: has %s", async (_, html, text) => {
  expect(await prepare(html)).toEqual({ html, text });
});

test("a mail without words: has no text part", async () => {
  expect(await prepare('<img src="a.png">')).toEqual({ html: '<img src="a.png">' });
});

test("long HTML: is converted in a thread, with the same result", async () => {
  const html = `<p>${"word ".repeat(20_000)}</p>`;
  const { text } = await prepare(html);
  expect(text).toBe("word ".repeat(20_000).trim());
});

test("HTML that nests too deep or takes too long: is sent unchanged, and the next mail is prepared", async () => {
  const deep = `<style>p { color: red }</style>${"<div>".repeat(20_000)}`;
  expect(await prepare(deep, "text")).toEqual({ html: deep, text: "text" });
  const slow = `<style>${"*{color:red}".repeat(20_000)}</style>${"<p>".repeat(50_000)}`;
  const startMs = performance.now();
  expect(await prepare(slow)).toEqual({ html: slow });
  expect(performance.now() - startMs).toBeLessThan(5_000);
  const { html } = await prepare("<style>p { color: red }</style><p>Hi</p>");
  expect(html).toContain('<p style="color: red;">Hi</p>');
});

test("@import and linked style sheets: nothing is loaded", async () => {
  const { html } = await prepare(
    '<link rel="stylesheet" href="http://127.0.0.1:1/a.css"><style>@import url(http://127.0.0.1:1/b.css); p{top:0}</style><p>a',
  );
  expect(html).toContain('<p style="top: 0;">a</p>');
});
