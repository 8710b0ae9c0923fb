import { describe, expect, it } from "vitest";
import { createEngine, type Escape } from "./engine.ts";

const print = (text: string, scope: object = {}, escaping: Escape = "none") =>
  createEngine(escaping).parseAndRenderSync(text, scope);

describe("an output of a list or an object", () => {
  const payload = { list: ["Ann", "Bob"], object: { a: 1, b: ["x", null, true] }, empty: [], nothing: null };

  it.each([
    ["{{ payload.list }}", "['Ann','Bob']"],
    ["{{ payload.object }}", "{'a':1,'b':['x',null,true]}"],
    ["{{ payload.empty }}", "[]"],
    ["{{ payload.nothing }}{{ payload.missing }}", ""],
    ["{% capture all %}{{ payload.list }}{% endcapture %}{{ all }}", "['Ann','Bob']"],
    ["{% echo payload.list %}", "['Ann','Bob']"],
    ["{% cycle payload.list %}", "['Ann','Bob']"],
    ['{{ payload.list | join: ", " }}', "Ann, Bob"],
    ["{{ payload.list | json }}", '["Ann","Bob"]'],
    ['{{ payload.list | append: "!" }}', "AnnBob!"],
  ])("%s prints %s", (text, printed) => {
    expect(print(text, { payload })).toBe(printed);
  });

  it("has each double quote replaced, also one inside a text, as with Novu", () => {
    expect(print("{{ payload.list }}", { payload: { list: ['5" pipe', "a\nb"] } })).toBe(
      String.raw`['5\' pipe','a\nb']`,
    );
  });

  it("is escaped in HTML, except after raw", () => {
    const scope = { payload: { list: ["<b>"] } };
    expect(print("{{ payload.list }}|{{ payload.list | raw }}", scope, "html")).toBe(
      "[&#39;&lt;b&gt;&#39;]|['<b>']",
    );
  });
});

describe("characters outside of the basic plane", () => {
  it.each([
    ['{{ "a👍b" | split: "" | join: "-" }}', "a-👍-b"],
    ['{{ "a👍b" | split: "" | size }}', "3"],
    ['{{ "👍👍" | replace: "", "." }}', "👍.👍"],
    ['{{ "👍a" | split: "" | first }}', "👍"],
    ['{{ "a👍b" | slice: 1 }}', "👍"],
  ])("%s stays whole: %s", (text, printed) => {
    expect(print(text)).toBe(printed);
  });

  it("split and replace with a pattern are LiquidJS's", () => {
    expect(print('{{ "a,b,," | split: "," | join: "-" }} {{ "a.b" | replace: ".", "+" }}')).toBe("a-b a+b");
  });
});
