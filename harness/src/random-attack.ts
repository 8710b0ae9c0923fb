import type { Dice } from "./dice.ts";

/** What a hostile caller may send: a workflow and a payload at the limits, made by chance, and calls with them. */
export type RandomAttack = {
  /** What is in it, for people. */
  name: string;
  workflow: object;
  trigger: { name: string; to: object[]; transactionId: string; payload: object };
  /** Besides triggering: explaining under a key or without, and reading lists. */
  explains: boolean;
  isKeyed: boolean;
  reads: readonly string[];
};

const PAYLOAD_CHARACTERS = 250_000;
const MOST_STEPS = 20;
/** What two hours can do, and a machine can sweep up behind it. */
const MOST_JOBS = 3_000;
const READS = [
  "/v1/messages?limit=1000",
  "/v1/notifications?limit=50",
  "/v1/notifications?severity=none&severity=high&page=2000&limit=50",
  "/v2/workflows?limit=100",
  "/v2/subscribers?limit=100",
];

/** The same dice make the same attack. */
export function randomAttack(dice: Dice, id: string): RandomAttack {
  const kind = dice.pick(KINDS);
  const count = dice.whole(1, MOST_STEPS);
  const people = Math.min(dice.pick([1, 1, 3, 30, 300, 1_000]), Math.ceil(MOST_JOBS / count));
  const rule = dice.chance(0.4) ? { skip: ruleOf(dice, 3) } : {};
  const schema = dice.chance(0.4) ? { validatePayload: true, payloadSchema: schemaOf(dice) } : {};
  // Letters are files: a few recipients are enough.
  const type = people <= 3 ? dice.pick(["in_app", "email"]) : "in_app";
  const step = (n: number) => ({
    ...{ name: `s${n}`, stepId: `s${n}`, type },
    controlValues: { subject: "x", body: textOf(dice, n), ...rule },
  });
  const steps = Array.from({ length: count }, (_, n) => step(n));
  const named = Object.keys({ ...rule, ...schema }).join(" and ");
  const to = Array.from({ length: people }, (_, n) => ({
    subscriberId: `p${n}`,
    email: `p${n}@example.com`,
  }));
  return {
    name: `${id} (${kind.name}, ${count} ${type} steps, ${people} recipients${named ? `, ${named}` : ""})`,
    workflow: { name: id, workflowId: id, __source: "harness", steps, ...schema },
    trigger: { name: id, to, transactionId: id, payload: kind.payload(dice) },
    explains: dice.chance(0.4),
    isKeyed: dice.chance(0.5),
    reads: READS.filter(() => dice.chance(0.3)),
  };
}

const repeated = (text: string) => text.repeat(Math.floor(PAYLOAD_CHARACTERS / JSON.stringify(text).length));
const listOf = <T>(length: number, of: (n: number) => T) => Array.from({ length }, (_, n) => of(n));

const KINDS: readonly { name: string; payload(dice: Dice): object }[] = [
  { name: "a text that escaping expands", payload: () => ({ text: repeated("<"), pattern: "<<" }) },
  { name: "white space", payload: () => ({ text: `${repeated(" ")}!`, pattern: " !" }) },
  {
    name: "one letter",
    payload: (dice) => ({ text: `${"a".repeat(dice.whole(20, 190_000))}!`, pattern: long(dice) }),
  },
  {
    name: "many dates",
    payload: () => ({
      list: listOf(7_000, (n) => `2025-02-01T00:00:00.${String(n).padStart(4, "0")}+00:00`),
    }),
  },
  { name: "many numbers", payload: () => ({ list: listOf(35_000, (n) => n) }) },
  { name: "many names", payload: () => Object.fromEntries(listOf(15_000, (n) => [`k${n}`, n])) },
  { name: "deep nesting", payload: (dice) => ({ list: nested(dice.whole(2, 60)) }) },
  { name: "hardly anything", payload: () => ({ text: "x", list: [1, 2, 3] }) },
];

const long = (dice: Dice) => {
  const half = "a".repeat(dice.whole(1, 25_000));
  return `${half}b${half}`;
};
const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1), depth]);

function textOf(dice: Dice, n: number): string {
  const turns = dice.pick([10, 1_000, 30_000, 1_000_000]);
  const filter = dice.pick([
    "split: payload.pattern",
    "replace: payload.pattern, 'x'",
    "remove: payload.pattern",
  ]);
  const texts = [
    "{{ payload.text }}",
    `{% for a in (1..${turns}) %}{{ "now" | date: "%Y${n}", "Europe/Berlin" }}{% endfor %}`,
    `${n}{{ payload.text | ${filter} | size }}`,
    `${n}{% if payload.text contains payload.pattern %}x{% endif %}`,
    "{% assign t = payload.text | append: payload.text | append: payload.text %}{{ t | escape | size }}",
    "{{ payload.list | sort | uniq | join: ', ' }}",
    `{% for a in payload.list %}{% for b in payload.list %}{{ a }}${n}{% endfor %}{% endfor %}`,
    `${n}{% ${"liquid ".repeat(dice.whole(1, 5_000))} %}`,
    `${n} ${"Hello {{ subscriber.firstName }}. ".repeat(dice.whole(1, 1_200))}`,
  ];
  return dice.pick(texts);
}

function ruleOf(dice: Dice, depth: number): object {
  const list = { var: "payload.list" };
  const leaf = () =>
    dice.pick<object>([
      { in: ["2025-01-01T00:00:00.5+00:00", list] },
      { in: [dice.whole(0, 100_000), list] },
      { "==": [{ var: "payload.text" }, "never"] },
      { contains: [{ var: "payload.text" }, "b"] },
    ]);
  if (depth === 0) return leaf();
  const parts = listOf(dice.whole(1, 4), () => ruleOf(dice, depth - 1));
  return dice.pick<object>([{ and: parts }, { or: parts }, { "!": [parts[0]] }, leaf()]);
}

function schemaOf(dice: Dice): object {
  const depth = dice.whole(2, 33);
  const $id = "http://example.com/order";
  const doubling = listOf(depth, (n) => {
    const $ref = `#/definitions/d${n + 1}`;
    return [`d${n}`, n === depth - 1 ? {} : { allOf: [{ $ref }, { $ref }] }] as const;
  });
  const patterns = listOf(dice.whole(1, 1_500), (n) => [`^x${n}.*[a-z]+y$`, { type: "string" }] as const);
  return dice.pick<object>([
    {
      properties: {
        text: { type: "string", pattern: dice.pick(["^(a+)+$", "\\s+$", "^(a|aa)+$", "(.*)*b"]) },
      },
    },
    { properties: { list: { uniqueItems: true } } },
    { definitions: Object.fromEntries(doubling), $ref: "#/definitions/d0" },
    { patternProperties: Object.fromEntries(patterns) },
    {
      $id,
      properties: {
        p: { $id: `${$id}#/properties/q` },
        q: { $id: `${$id}#/properties/p` },
        r: { $ref: `${$id}#/properties/p` },
      },
    },
    {
      $id,
      definitions: { m: { type: "string", maxLength: 5 } },
      properties: { text: { $ref: "#/definitions/m" } },
    },
    { properties: { list: { items: { anyOf: listOf(dice.whole(1, 200), (n) => ({ const: -n - 1 })) } } } },
  ]);
}
