import fc from "fast-check";
import { expect, test } from "vitest";
import { OPERATORS } from "../../../../server/src/conditions/operators.ts";
import { evaluateRule } from "../../../../server/src/conditions/rule.ts";
import type { JsonObject, Json as ServerJson } from "../../../../server/src/foundation/json.ts";
import { formOf } from "./read-rule.ts";
import { type Json, ROW_OPERATORS, type RuleForm } from "./rule-form.ts";
import { ruleOf } from "./write-rule.ts";

const NOW = new Date("2024-03-31T12:00:00Z");
const PATHS = ["payload.a", "payload.b", "payload.list", "payload.at", "payload.none", "steps.x.seen", ""];
const SCALARS = ["", "a", "ab", "5", "0", "true", "2024-03-30T12:00:00Z", 0, 5, -1.5, true, false];
const UNITS = ["seconds", "hours", "days", "months", "years", "fortnights"];

const scalar = fc.constantFrom<Json>(...SCALARS, null, "two\nlines");
const span = fc.record({
  amount: fc.constantFrom<Json>(1, 2.5, "5", "", "x", 0),
  unit: fc.constantFrom(...UNITS),
});
const list = fc.array(scalar, { maxLength: 3 });
const variable = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...PATHS).map((path): Json => ({ var: path })) },
  { weight: 2, arbitrary: fc.constantFrom(...PATHS).map((path): Json => ({ var: [path] })) },
  { weight: 1, arbitrary: fc.constantFrom(...PATHS).map((path): Json => ({ var: [path, "a"] })) },
);
const operand = fc.oneof(scalar, list, span as fc.Arbitrary<Json>, variable);
const OF_KIND: Record<string, fc.Arbitrary<Json[]>> = {
  none: fc.constant([]),
  scalar: scalar.map((one) => [one]),
  list: list.map((one) => [one]),
  range: fc.tuple(scalar, scalar).map((pair) => [pair]),
  span: span.map((one) => [one as Json]),
};

/** Comparisons as the form writes them, and as other programs do: mirrored, with other numbers of operands, unknown. */
const usual = fc
  .constantFrom(...Object.entries(ROW_OPERATORS))
  .chain(([name, kind]) =>
    fc
      .tuple(variable, OF_KIND[kind] ?? fc.constant([]))
      .map(([one, rest]): Json => ({ [name]: [one, ...rest] })),
  );
const unusual = fc
  .tuple(
    fc.constantFrom(...OPERATORS.keys(), "var", "!", "!!", "resembles", "__proto__"),
    fc.array(operand, { maxLength: 3 }),
  )
  .map(([name, operands]): Json => JSON.parse(JSON.stringify({ [name]: operands })));
const mirrored = fc
  .tuple(fc.constantFrom("==", "=", "!=", "<", "<=", ">", ">=", "in", "contains"), scalar, variable)
  .map(([name, value, one]): Json => ({ [name]: [value, one] }));
const between = fc
  .tuple(fc.constantFrom("<", "<="), scalar, variable, scalar)
  .map(([name, low, one, high]): Json => ({ [name]: [low, one, high] }));
const bare = fc
  .tuple(fc.constantFrom("!", "!!", "null", "isEmpty"), variable)
  .map(([name, one]): Json => ({ [name]: one }));
const literal = fc.constantFrom<Json>(true, false, null, "", "text", 1, [], {}, { a: 1, b: 2 });
const comparison = fc.oneof(
  { weight: 6, arbitrary: usual },
  { weight: 1, arbitrary: unusual },
  { weight: 2, arbitrary: mirrored },
  { weight: 1, arbitrary: between },
  { weight: 1, arbitrary: bare },
  { weight: 1, arbitrary: variable },
);
const groupsOf = (one: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom("and", "or"), fc.array(one, { maxLength: 3 }))
      .map(([name, parts]): Json => ({ [name]: parts })),
    fc
      .tuple(fc.constantFrom("and", "or"), fc.array(one, { maxLength: 3 }))
      .map(([name, parts]): Json => ({ "!": { [name]: parts } })),
    one.map((part): Json => ({ "!": part })),
  );
const inGroup = fc.oneof(
  { weight: 5, arbitrary: comparison },
  { weight: 1, arbitrary: groupsOf(comparison) },
);
const rule = fc.oneof(
  { weight: 3, arbitrary: comparison },
  { weight: 6, arbitrary: groupsOf(inGroup) },
  { weight: 1, arbitrary: groupsOf(groupsOf(groupsOf(comparison))) },
  { weight: 1, arbitrary: literal },
);

const value = fc.oneof(
  scalar,
  list,
  fc.constantFrom<Json>("2024-04-05T12:00:00Z", "2024-03-31T11:00:00Z", 1711886400000),
);
const scope = fc
  .record({ a: value, b: value, list: value, at: value, seen: fc.constantFrom<Json>(true, false, null) })
  .map(({ seen, ...payload }) => ({ payload, steps: { x: { seen } } }) as unknown as JsonObject);

/** The server's answer; problems count as the same, whatever their sentence. */
function outcomeOf(one: Json | undefined, data: JsonObject): boolean | "problem" {
  const result = evaluateRule((one ?? null) as ServerJson, data, NOW);
  return result.ok ? result.passes : "problem";
}

/** As if every row had been changed and changed back. */
const rewritten = ({ match, items }: RuleForm): RuleForm => ({
  match,
  items: items.map((item) => {
    if (item.kind === "group") return { ...item, rows: item.rows.map(({ written: _, ...row }) => row) };
    const { written: _, ...row } = item;
    return row;
  }),
});

const RUNS = { numRuns: 8_000 };

test("a rule that the form shows means the same to the server when it is written anew", () => {
  let shown = 0;
  fc.assert(
    fc.property(rule, fc.array(scope, { minLength: 3, maxLength: 3 }), (one, scopes) => {
      const form = formOf(one);
      if (!form) return;
      shown += form.items.length > 0 ? 1 : 0;
      for (const again of [ruleOf(form), ruleOf(rewritten(form))]) {
        for (const data of scopes) expect(outcomeOf(again, data)).toBe(outcomeOf(one, data));
      }
    }),
    RUNS,
  );
  expect(shown).toBeGreaterThan(RUNS.numRuns / 4);
});

test("what the form writes, it shows again, with the same rows", () => {
  fc.assert(
    fc.property(rule, (one) => {
      const form = formOf(one);
      if (!form) return;
      const again = formOf(ruleOf(rewritten(form)));
      expect(again && rewritten(again).items).toEqual(rewritten(form).items);
    }),
    RUNS,
  );
});

test("a row that was not changed is written as it was", () => {
  fc.assert(
    fc.property(comparison, usual, (one, added) => {
      const [form, other] = [formOf({ and: [one] }), formOf(added)];
      if (!form || !other || form.items[0]?.kind !== "row") return;
      expect(ruleOf({ match: "any", items: [...form.items, ...other.items] })).toEqual({ or: [one, added] });
    }),
    RUNS,
  );
});

const VIP = { "==": [{ var: "payload.vip" }, true] };

test.each<[Json]>([
  [{ "==": [{ var: "payload.a" }, { var: "payload.b" }] }],
  [{ "==": [{ var: ["payload.a", "x"] }, "y"] }],
  [{ "==": [{ var: "payload.a" }] }],
  [{ and: [VIP, { or: [VIP, { and: [VIP] }] }] }],
  [{ and: [VIP, { or: [] }] }],
  [{ and: [VIP, true] }],
  [{ "!": { or: [] } }],
  [{ in: [{ var: "payload.a" }, "abc"] }],
  [{ in: [{ var: "payload.a" }, ["a", null]] }],
  [{ in: [{ var: "payload.a" }, ["a", ""]] }],
  [{ "==": [{ var: "payload.a" }, "two\nlines"] }],
  [{ withinLast: [{ var: "payload.a" }, { amount: 1, unit: "days", note: "x" }] }],
  [{ "<": [1, { var: "payload.a" }, 5] }],
  [{ resembles: [{ var: "payload.a" }, "a"] }],
  [true],
  [[VIP]],
])("%j is not shown as a form", (one) => {
  expect(formOf(one)).toBeUndefined();
});

test("a rule of other programs is shown as the comparison that it is", () => {
  const rows = [
    { "<": [5, { var: "payload.n" }] },
    { "<=": [1, { var: "payload.n" }, 9] },
    { in: ["a", { var: "payload.text" }] },
    { "!=": [{ var: "payload.x" }, null] },
    { "!": { var: "payload.done" } },
    { withinLast: [{ var: "payload.at" }, { amount: "5", unit: "days" }] },
  ].map((one) => formOf(one)?.items[0]);
  expect(rows).toMatchObject([
    { variable: "payload.n", operator: ">", value: 5 },
    { variable: "payload.n", operator: "between", value: [1, 9] },
    { variable: "payload.text", operator: "contains", value: "a" },
    { variable: "payload.x", operator: "notNull" },
    { variable: "payload.done", operator: "!" },
    { variable: "payload.at", operator: "withinLast", value: { amount: 5, unit: "days" } },
  ]);
});
