import { afterAll, expect, test } from "vitest";
import { PATIENCE_MS } from "../../testing/patience.ts";
import { MachineFailure } from "../sandbox/machine-failure.ts";
import { createSandbox, type Sandbox } from "../sandbox/sandbox.ts";
import { createPrepareMail } from "./prepare-mail.ts";

const sandbox = createSandbox({ kind: "mails", threads: 1, maxWaitMs: PATIENCE_MS });
afterAll(() => sandbox.close());
let tasks = 0;
const counting: Sandbox["run"] = (environmentId, task) => {
  tasks += 1;
  return sandbox.run(environmentId, task);
};
const prepareMail = createPrepareMail({ run: counting });
const prepare = (html: string, makesText = true) => prepareMail("e1", { html, makesText });

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

test("a mail with another text: none is made, and without styles no thread is used", async () => {
  const before = tasks;
  const html = `<p>${"word ".repeat(20_000)}</p>`;
  expect(await prepare(html, false)).toEqual({ html });
  expect(tasks).toBe(before);
});

test("long HTML: is converted in a thread, with the same result", async () => {
  const html = `<p>${"word ".repeat(20_000)}</p>`;
  const { text } = await prepare(html);
  expect(text).toBe("word ".repeat(20_000).trim());
});

const DEEP = `<style>p { color: red }</style>${"<div>".repeat(20_000)}`;
const SLOW = `<style>${"*{color:red}".repeat(20_000)}</style>${"<p>".repeat(50_000)}`;

test.each([
  ["nests too deep", DEEP],
  ["takes too long", SLOW],
])("HTML that %s: is sent unchanged with a problem, once; others are prepared", async (_, html) => {
  const before = tasks;
  const first = await prepare(html);
  expect(first).toEqual({ html, problem: expect.any(String) });
  expect(await prepare(html)).toEqual({ html, problem: expect.stringContaining("not tried for 5 minutes") });
  expect(tasks - before).toBe(1);
  const other = await prepare("<style>p { color: red }</style><p>Hi</p>");
  expect(other.html).toContain('<p style="color: red;">Hi</p>');
});

test("HTML that failed in one environment: is tried in another one", async () => {
  await prepare(DEEP);
  const before = tasks;
  await prepareMail("e2", { html: DEEP, makesText: true });
  expect(tasks - before).toBe(1);
});

test("a failure of the machine: is thrown, and the mail is prepared when the machine works again", async () => {
  let failures = 1;
  const run: Sandbox["run"] = async (environmentId, task) => {
    if (failures-- > 0) throw new MachineFailure("not_started", "the thread did not start");
    return sandbox.run(environmentId, task);
  };
  const prepareLater = createPrepareMail({ run });
  const mail = { html: "<style>p { color: red }</style><p>Hi</p>", makesText: true };
  await expect(prepareLater("e1", mail)).rejects.toThrow(MachineFailure);
  expect(await prepareLater("e1", mail)).toMatchObject({ text: "Hi" });
});

test("HTML that inlining makes too large: is sent unchanged with a problem", async () => {
  const html = `<style>p { background: url(${"x".repeat(4_000)}) }</style>${"<p>a</p>".repeat(600)}`;
  expect(await prepare(html)).toEqual({ html, problem: expect.stringContaining("2,000,000 characters") });
});

test("@import and linked style sheets: nothing is loaded", async () => {
  const { html } = await prepare(
    '<link rel="stylesheet" href="http://127.0.0.1:1/a.css"><style>@import url(http://127.0.0.1:1/b.css); p{top:0}</style><p>a',
  );
  expect(html).toContain('<p style="top: 0;">a</p>');
});
