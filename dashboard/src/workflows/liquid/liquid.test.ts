import { expect, test } from "vitest";
import { linear } from "../../../../server/testing/linear.ts";
import { typedBrace } from "./braces.ts";
import { didYouMean } from "./did-you-mean.ts";
import { jsonTokensOf } from "./json-tokens.ts";
import { liquidTokensOf } from "./liquid-tokens.ts";
import { suggest } from "./suggest.ts";
import type { Token } from "./tokens.ts";
import { variablesOf } from "./variable-list.ts";
import { nameOf, usesOf, withVariable } from "./variable-names.ts";

const closed = (properties: object) => ({ type: "object", properties, additionalProperties: false });
const SCHEMA = closed({
  subscriber: closed({
    firstName: { type: "string" },
    data: { type: "object", additionalProperties: true },
    lastOnlineAt: { type: "string", format: "date-time" },
  }),
  steps: closed({
    digest: closed({
      eventCount: { type: "number" },
      events: { type: "array", items: closed({ id: { type: "string" }, payload: { type: "object" } }) },
    }),
    "my.step": closed({ seen: { type: "boolean" } }),
    mail: closed({}),
  }),
  payload: {
    type: "object",
    properties: {
      order: closed({ id: { type: ["integer", "null"], description: "Of the shop.", examples: [7] } }),
      items: {
        type: "array",
        items: closed({ name: { type: "string" }, tags: { type: "array", items: { type: "string" } } }),
      },
      size: { enum: ["small", "large"] },
      by: { anyOf: [closed({ card: { type: "string" } }), { $ref: "#/definitions/cash" }] },
    },
  },
});
const VARIABLES = variablesOf(SCHEMA);
const PATHS = [
  "payload.by.card",
  "payload.items",
  "payload.items[0].name",
  "payload.items[0].tags",
  "payload.items[0].tags[0]",
  "payload.order.id",
  "payload.size",
  "steps.digest.eventCount",
  "steps.digest.events",
  "steps.digest.events[0].id",
  "steps.digest.events[0].payload",
  'steps["my.step"].seen',
  "subscriber.data",
  "subscriber.firstName",
  "subscriber.lastOnlineAt",
];

/** Each token as `kind:text`. */
const shown = (text: string, tokens: readonly Token[]) =>
  tokens.map(({ kind, from, to }) => `${kind}:${text.slice(from, to)}`);
const colored = (text: string) => shown(text, liquidTokensOf(text));

/** The labels at the place of `^`. */
function labelsAt(marked: string): string[] | undefined {
  const position = marked.indexOf("^");
  return suggest(marked.replace("^", ""), position, VARIABLES)?.list.map(({ label }) => label);
}

test("a schema lists every value, list and open object by its path, with a type for people", () => {
  expect(VARIABLES.map(({ path }) => path).toSorted()).toEqual(PATHS.toSorted());
  const typed = Object.fromEntries(VARIABLES.map(({ path, type }) => [path, type]));
  expect(typed).toMatchObject({
    "payload.order.id": "number",
    "payload.items": "list",
    "payload.size": "any value",
    'steps["my.step"].seen': "true or false",
    "subscriber.data": "object",
    "subscriber.lastOnlineAt": "moment",
  });
  expect(VARIABLES.find(({ path }) => path === "payload.order.id")).toMatchObject({
    description: "Of the shop.",
    example: "7",
  });
});

test("a schema that refers to itself, is huge or is none lists no more than it can show", () => {
  const deep: { properties: Record<string, object> } = { properties: {} };
  deep.properties.again = deep;
  expect(variablesOf(deep)).toEqual([]);
  const names = Array.from({ length: 5_000 }, (_, at) => [`n${at}`, { type: "string" }]);
  expect(variablesOf({ properties: Object.fromEntries(names) })).toHaveLength(1_000);
  expect(variablesOf(undefined)).toEqual([]);
});

test("after {{ the list holds exactly the variables of the schema", () => {
  for (const text of ["{{^", "{{ ^", "{{ ^ }}", "<p>{{- ^", "{% if ^", "{% if a == ^ %}", "{{ x | append: ^"])
    expect([text, labelsAt(text)?.toSorted()]).toEqual([text, PATHS.toSorted()]);
  expect(labelsAt("{% for item in ^ %}")).toContain("payload.items");
});

test("nothing is suggested in plain text, after a value, in a string or for a new name", () => {
  for (const text of ["^", "{{ a }}^", "{{ payload.size ^", '{{ "a ^', "{% assign ^", "{% raw %}{{ ^", "{ ^"])
    expect([text, labelsAt(text)]).toEqual([text, undefined]);
});

test("after | stand the filters with their arguments, after {% the tags", () => {
  expect(labelsAt("{{ payload.size | ^ }}")).toContain("upcase");
  expect(labelsAt("{% assign x = payload.size | up^")).toContain("upcase");
  expect(labelsAt("{% ^")).toContain("for");
  const { list = [] } = suggest("{{ a |", 6, VARIABLES) ?? {};
  expect(list.find(({ label }) => label === "truncate")).toEqual({
    label: "truncate",
    detail: "length?, dots?",
    info: "Cuts to a length, which includes the dots.",
    insert: " truncate",
  });
  expect(list.find(({ label }) => label === "append")?.insert).toBe(" append: ");
});

test("a suggestion replaces the whole path and keeps a space to the delimiters", () => {
  const text = "Hi {{payload.or}}";
  const { from, to, list = [] } = suggest(text, text.indexOf("or}}"), VARIABLES) ?? { from: 0, to: 0 };
  const { insert, after } = list.find(({ label }) => label === "payload.order.id") ?? {};
  expect(`${text.slice(0, from)}${insert}${after}${text.slice(to)}`).toBe("Hi {{ payload.order.id }}");
});

test("an index that is typed stays, and names of loops have the members of the items", () => {
  expect(labelsAt("{{ payload.items[3].^ }}")).toContain("payload.items[3].name");
  const loop = "{% for item in payload.items %}{% for tag in item.tags %}{{ ^ }}{% endfor %}{% endfor %}";
  expect(labelsAt(loop)).toEqual(expect.arrayContaining(["item.name", "tag", "forloop.index", ...PATHS]));
  expect(labelsAt("{% for item in payload.items %}{% endfor %}{{ ^ }}")).toEqual(
    PATHS.length ? labelsAt("{{ ^") : [],
  );
  expect(labelsAt("{% assign o = payload.order %}{% capture c %}x{% endcapture %}{{ ^")).toEqual(
    expect.arrayContaining(["o.id", "c"]),
  );
});

test("Liquid and HTML have their tokens", () => {
  expect(colored('<a href="{{ payload.url | escape }}">Hi</a>')).toEqual([
    'html:<a href="',
    "delimiter:{{",
    "variable:payload.url",
    "operator:|",
    "filter:escape",
    "delimiter:}}",
    'html:">',
    "html:</a>",
  ]);
  expect(colored("{%- for x in (1..n) reversed limit: 2 -%}")).toEqual([
    ...["delimiter:{%-", "tag:for", "name:x", "keyword:in", "operator:(", "number:1", "operator:.."],
    ...[
      "variable:n",
      "operator:)",
      "keyword:reversed",
      "keyword:limit",
      "operator::",
      "number:2",
      "delimiter:-%}",
    ],
  ]);
  expect(colored("{% comment %} {{ a }} {% endcomment %}1 < 2")).toContain("comment: {{ a }} ");
  expect(colored("{% raw %}{{ a }}{% endraw %}")).not.toContain("variable:a");
  expect(colored("{% liquid\nassign a = 1\necho a\n%}")).toEqual(
    expect.arrayContaining(["tag:liquid", "tag:assign", "name:a", "tag:echo", "variable:a"]),
  );
});

test("what is not closed colors its line only, and quotes may hold delimiters", () => {
  expect(colored("{{ payload.a\nHi {{ b }}")).toEqual([
    ...["delimiter:{{", "variable:payload.a"],
    ...["delimiter:{{", "variable:b", "delimiter:}}"],
  ]);
  expect(colored('{{ "}}" }}')).toEqual(["delimiter:{{", 'string:"}}"', "delimiter:}}"]);
  expect(colored("{{ it's }}")).toEqual(expect.arrayContaining(["variable:it", "delimiter:}}"]));
});

test("tokens never overlap, whatever the text is", () => {
  const parts = [
    "{{",
    "}}",
    "{%",
    "%}",
    '"',
    "'",
    "<b",
    ">",
    "<!--",
    "-->",
    "|",
    " a.b[0]",
    "raw",
    "comment",
    "\n",
    "{",
  ];
  let seed = 7;
  for (let run = 0; run < 2_000; run++) {
    let text = "";
    for (let at = 0; at < 12; at++) {
      seed = (seed * 48_271) % 2_147_483_647;
      text += parts[seed % parts.length];
    }
    const tokens = liquidTokensOf(text);
    const bad = tokens.filter(
      (one, at) => one.to <= one.from || one.from < (tokens[at - 1]?.to ?? 0) || one.to > text.length,
    );
    expect([text, bad]).toEqual([text, []]);
    for (let at = 0; at <= text.length; at++) suggest(text, at, VARIABLES);
  }
});

test("texts, also what is never closed, are read in linear processor time", () => {
  const texts = [
    "<td class='a'>{{ payload.a | upcase }}</td>\n",
    "{{ '",
    '{{ "',
    "<b ",
    "{% raw %}",
    "<!-- ",
    "{",
    "{{ a[",
    "{{ a.",
  ];
  for (const part of texts) {
    const read = (length: number) => {
      const text = part.repeat(Math.ceil(length / part.length));
      liquidTokensOf(text);
      usesOf(text);
      suggest(text, text.length, VARIABLES);
    };
    // And 32 times as long.
    expect(() => linear(read, 1_600), part).not.toThrow();
  }
});

test("uses of variables have the names that the service gives them", () => {
  const names = (text: string) => usesOf(text).map(({ name }) => name);
  expect(names("{{ payload.items[0]['my key'].x[payload.at] | append: b }}{% if c == 'd' %}")).toEqual([
    'payload.items[0]["my key"].x[*]',
    "payload.at",
    "b",
    "c",
  ]);
  expect(nameOf('steps["digest"].events[0]')).toBe("steps.digest.events[0]");
  expect(withVariable("{{ a.b }} a.b {{ a.b | upcase }}", "a.b", "c.d")).toBe(
    "{{ c.d }} a.b {{ c.d | upcase }}",
  );
});

test("a wrong name is near to the right one", () => {
  expect(didYouMean("payload.ordr.id", PATHS)).toBe("payload.order.id");
  expect(didYouMean("subscriber.fristName", PATHS)).toBe("subscriber.firstName");
  expect(didYouMean("payload.items[4].nme", PATHS)).toBe("payload.items[0].name");
  expect(didYouMean("firstName", PATHS)).toBe("subscriber.firstName");
  expect(didYouMean("payload.nothing.like.it", PATHS)).toBeUndefined();
});

test("JSON has its tokens, finished or not", () => {
  const text = '{ "a": [1.5, true, "x", nul';
  expect(shown(text, jsonTokensOf(text))).toEqual([
    'property:"a"',
    "number:1.5",
    "keyword:true",
    'string:"x"',
  ]);
});

test("{{ and {% get their other half, which is not typed twice", () => {
  const type = (text: string, keys: string): string => {
    let [before = "", after = ""] = text.split("^");
    for (const key of keys) {
      const typed = typedBrace(before + after, before.length, key);
      const { insert = key, move = 1 } = typed ?? {};
      const all = before + insert + after;
      after = all.slice(before.length + move);
      before = all.slice(0, before.length + move);
    }
    return `${before}^${after}`;
  };
  expect(type("Hi ^!", "{{")).toBe("Hi {{^}}!");
  expect(type("^", "{{ a }} b")).toBe("{{ a }} b^");
  expect(type("^", "{% if a %}b{% endif %}")).toBe("{% if a %}b{% endif %}^");
  expect(type("^", '{ "a": { "b": 1 } }')).toBe('{ "a": { "b": 1 } }^');
  expect(type("^ }}", "{{")).toBe("{{^ }}");
  expect(type("{{ a ^ }}", "}}")).toBe("{{ a  }}^");
});
