import { expect, test } from "vitest";
import { createEngine } from "./engine.ts";
import { marked, readMarks } from "./marked-text.ts";

const engine = createEngine("marks");
const scope = { name: "Ada", text: "<b>", list: ["a", "b"], none: null, kind: "urgent" };

/** The text with its values in brackets. */
function rendered(template: string, given: object = scope): string {
  const { text, values } = readMarks(engine.parseAndRenderSync(template, given) as string);
  let shown = "";
  let read = 0;
  for (const [start, end] of values) {
    shown += `${text.slice(read, start)}[${text.slice(start, end)}]`;
    read = end;
  }
  return shown + text.slice(read);
}

test.each([
  ["Hi {{ name }}: {{ text }}!", "Hi [Ada]: [<b>]!"],
  ["{{ name }}{{ text }}", "[Ada<b>]"],
  ["{{ none }}{{ missing }}{{ '' }}.", "."],
  ["{{ list }} {{ 'author' | append: name }}", "[['a','b']] [authorAda]"],
  ["{{ name | raw }} {{ '<!here>' | raw }}", "Ada <!here>"],
  ["{% echo name %} {% cycle name, text %} {% for x in list %}{{ x }},{% endfor %}", "[Ada] [Ada] [a],[b],"],
  ["{% raw %}{{ name }}{% endraw %}", "{{ name }}"],
  ["{% assign x = text %}{{ x }} {{ x | raw }}", "[<b>] <b>"],
  ["no output", "no output"],
])("%s is %s", (template, shown) => {
  expect(rendered(template)).toBe(shown);
});

test.each([
  ["is one value", "{{ line }}", "[<a|Ada>]"],
  ["with raw, is the author's text with its values", "{{ line | raw }}", "<a|[Ada]>"],
  [
    "is plain text for filters",
    "{{ line | upcase }} {{ line | size }} {{ line | json }}",
    '[<A|ADA>] [7] ["<a|Ada>"]',
  ],
  ["has a size", "{{ line.size }}", "[7]"],
  ["is assigned with its marks", "{% assign x = line %}{{ x | raw }}", "<a|[Ada]>"],
])("a captured text %s", (_name, template, shown) => {
  expect(rendered(`{% capture line %}<a|{{ name }}>{% endcapture %}${template}`)).toBe(shown);
});

test.each([
  "{% if x == 'urgent' %}yes{% endif %}",
  "{% case x %}{% when 'urgent' %}yes{% endcase %}",
  "{% if x contains 'rge' %}yes{% endif %}",
  "{% unless x != 'urgent' %}yes{% endunless %}",
  "{% if kind == x %}yes{% endif %}",
])("a captured text is compared without its marks: %s", (template) => {
  expect(rendered(`{% capture x %}{{ kind }}{% endcapture %}${template}`)).toBe("yes");
});

test("a value cannot end its own mark, and marks of other origin do no harm", () => {
  expect(rendered("a{{ text }}c", { text: "\ufdd1<b>\ufdd0" })).toBe("a[<b>]c");
  expect(readMarks("a\ufdd1b\ufdd0c\ufdd0d")).toEqual({ text: "abcd", values: [[2, 4]] });
  expect(marked("\ufdd0")).toBe("");
});

test("the values of a text with very many of them are its whole text", () => {
  expect(readMarks(`x${marked("a")},`.repeat(10_001))).toMatchObject({ values: [[0, 30_003]] });
});

test("a captured text is a moment for date", () => {
  const template = `{% capture x %}2026-03-05{% endcapture %}{{ x | date: "%d.%m.%Y", "Asia/Tokyo" }}`;
  expect(rendered(template)).toBe("[05.03.2026]");
});
