import type { Random } from "./random.ts";

/** What a hostile client may send: a random workflow and payload at the limits, and calls that use them. */
export type RandomAttack = {
  /** A description for the log. */
  name: string;
  workflow: object;
  trigger: { name: string; to: object[]; transactionId: string; payload: object };
  /** Calls besides the trigger: an explanation, and reads of lists. */
  explains: boolean;
  isKeyed: boolean;
  reads: readonly string[];
};

const PAYLOAD_CHARACTERS = 250_000;
const MAX_STEPS = 20;
/**
 * Limits the work of one attack: it has to end within a minute (`attacker.ts`), and a run of two hours has to delete its rows
 * again. 3,000 jobs with a list of 35,000 numbers took 65 s on two cores.
 */
const MAX_JOBS = 1_500;
const READS = [
  "/v1/messages?limit=1000",
  "/v1/notifications?limit=50",
  "/v1/notifications?severity=none&severity=high&page=2000&limit=50",
  "/v2/workflows?limit=100",
  "/v2/subscribers?limit=100",
];

/** The same generator state gives the same attack. */
export function randomAttack(random: Random, id: string): RandomAttack {
  const kind = random.pick(KINDS);
  const count = random.integer(1, MAX_STEPS);
  const people = Math.min(random.pick([1, 1, 3, 30, 300, 1_000]), Math.ceil(MAX_JOBS / count));
  const rule = random.chance(0.4) ? { skip: ruleOf(random, 3) } : {};
  const schema = random.chance(0.4) ? { validatePayload: true, payloadSchema: schemaOf(random) } : {};
  // Emails are written to files: a few recipients are enough.
  const type = people <= 3 ? random.pick(["in_app", "email"]) : "in_app";
  const step = (n: number) => ({
    name: `s${n}`,
    stepId: `s${n}`,
    type,
    controlValues: { subject: "x", body: textOf(random, n), ...rule },
  });
  const steps = Array.from({ length: count }, (_, n) => step(n));
  const extras = Object.keys({ ...rule, ...schema }).join(" and ");
  const to = Array.from({ length: people }, (_, n) => ({
    subscriberId: `p${n}`,
    email: `p${n}@example.com`,
  }));
  return {
    name: `${id} (${kind.name}, ${count} ${type} steps, ${people} recipients${extras ? `, ${extras}` : ""})`,
    workflow: { name: id, workflowId: id, __source: "harness", steps, ...schema },
    trigger: { name: id, to, transactionId: id, payload: kind.payload(random) },
    explains: random.chance(0.4),
    isKeyed: random.chance(0.5),
    reads: READS.filter(() => random.chance(0.3)),
  };
}

const repeated = (text: string) => text.repeat(Math.floor(PAYLOAD_CHARACTERS / JSON.stringify(text).length));
const listOf = <T>(length: number, of: (n: number) => T) => Array.from({ length }, (_, n) => of(n));

const KINDS: readonly { name: string; payload(random: Random): object }[] = [
  { name: "a text that escaping expands", payload: () => ({ text: repeated("<"), pattern: "<<" }) },
  { name: "white space", payload: () => ({ text: `${repeated(" ")}!`, pattern: " !" }) },
  {
    name: "one letter",
    payload: (random) => ({ text: `${"a".repeat(random.integer(20, 190_000))}!`, pattern: long(random) }),
  },
  {
    name: "many dates",
    payload: () => ({
      list: listOf(7_000, (n) => `2025-02-01T00:00:00.${String(n).padStart(4, "0")}+00:00`),
    }),
  },
  { name: "many numbers", payload: () => ({ list: listOf(35_000, (n) => n) }) },
  { name: "many names", payload: () => Object.fromEntries(listOf(15_000, (n) => [`k${n}`, n])) },
  { name: "deep nesting", payload: (random) => ({ list: nested(random.integer(2, 60)) }) },
  { name: "a small payload", payload: () => ({ text: "x", list: [1, 2, 3] }) },
];

const long = (random: Random) => {
  const half = "a".repeat(random.integer(1, 25_000));
  return `${half}b${half}`;
};
const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1), depth]);

function textOf(random: Random, n: number): string {
  const turns = random.pick([10, 1_000, 30_000, 1_000_000]);
  const filter = random.pick([
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
    `${n}{% ${"liquid ".repeat(random.integer(1, 5_000))} %}`,
    `${n} ${"Hello {{ subscriber.firstName }}. ".repeat(random.integer(1, 1_200))}`,
  ];
  return random.pick(texts);
}

function ruleOf(random: Random, depth: number): object {
  const list = { var: "payload.list" };
  const leaf = () =>
    random.pick<object>([
      { in: ["2025-01-01T00:00:00.5+00:00", list] },
      { in: [random.integer(0, 100_000), list] },
      { "==": [{ var: "payload.text" }, "never"] },
      { contains: [{ var: "payload.text" }, "b"] },
    ]);
  if (depth === 0) return leaf();
  const parts = listOf(random.integer(1, 4), () => ruleOf(random, depth - 1));
  return random.pick<object>([{ and: parts }, { or: parts }, { "!": [parts[0]] }, leaf()]);
}

function schemaOf(random: Random): object {
  const depth = random.integer(2, 33);
  const $id = "http://example.com/order";
  const doubling = listOf(depth, (n) => {
    const $ref = `#/definitions/d${n + 1}`;
    return [`d${n}`, n === depth - 1 ? {} : { allOf: [{ $ref }, { $ref }] }] as const;
  });
  const patterns = listOf(random.integer(1, 1_500), (n) => [`^x${n}.*[a-z]+y$`, { type: "string" }] as const);
  return random.pick<object>([
    {
      properties: {
        text: { type: "string", pattern: random.pick(["^(a+)+$", "\\s+$", "^(a|aa)+$", "(.*)*b"]) },
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
    {
      properties: { list: { items: { anyOf: listOf(random.integer(1, 200), (n) => ({ const: -n - 1 })) } } },
    },
  ]);
}
