import { afterAll, describe, expect, it } from "vitest";
import { isLinear, linearPattern } from "./linear-pattern.ts";
import { createSandbox } from "./sandbox.ts";
import type { SandboxTask } from "./tasks.ts";

const sandbox = createSandbox();
afterAll(() => sandbox.close());

const check = (schema: object, payload: unknown, version: string): SandboxTask => ({
  kind: "check_payload",
  version,
  payload: JSON.stringify(payload),
  schema: JSON.stringify(schema),
});

/** Two ids that refer to each other: Ajv follows them endlessly. */
const ENDLESS = {
  $id: "http://b/root",
  properties: {
    p: { $id: "http://b/root#/properties/q" },
    q: { $id: "http://b/root#/properties/p" },
    r: { $ref: "http://b/root#/properties/p" },
  },
};

describe("the sandbox", () => {
  it("returns whether a payload fits, and the payload with the schema's defaults", async () => {
    const schema = { type: "object", properties: { a: { type: "number" }, b: { default: 7 } } };
    expect(await sandbox.run("e", check(schema, { a: 1 }, "v1"))).toEqual({
      kind: "fits",
      payload: '{"a":1,"b":7}',
    });
    const { schema: _, ...known } = check(schema, { a: "x" }, "v1") as {
      schema: string;
      kind: "check_payload";
    };
    expect(await sandbox.run("e", known as SandboxTask)).toMatchObject({
      kind: "misfits",
      misfits: [{ field: "a" }],
    });
  });

  it("requests a schema that it does not have", async () => {
    const task: SandboxTask = { kind: "check_payload", version: "unknown", payload: "{}" };
    expect(await sandbox.run("e", task)).toEqual({ kind: "schema_missing" });
  });

  it("isolates schemas with equal ids", async () => {
    const own = { $id: "http://example.com/order", properties: { y: { type: "string", maxLength: 5 } } };
    const other = { $id: "http://example.com/order", properties: { y: {} } };
    expect(await sandbox.run("b", check(own, { y: "much too long" }, "b1"))).toMatchObject({
      kind: "misfits",
    });
    expect(await sandbox.run("a", check(other, { y: "much too long" }, "a1"))).toMatchObject({
      kind: "fits",
    });
    expect(await sandbox.run("b", check(own, { y: "much too long" }, "b1"))).toMatchObject({
      kind: "misfits",
    });
  });

  it("ends a task that takes too long; another environment waits at most for that time", async () => {
    const begin = performance.now();
    const endless = Array.from({ length: 3 }, (_, number) =>
      sandbox.run("attacker", check(ENDLESS, {}, `endless${number}`)),
    );
    expect(await sandbox.run("neighbour", check({ type: "object" }, {}, "n1"))).toEqual({ kind: "fits" });
    expect(performance.now() - begin).toBeLessThan(4_000);
    for (const answer of await Promise.all(endless)) {
      expect(answer).toEqual({ kind: "failed", reason: "took longer than 1000 ms", isBusy: false });
    }
  });

  it.each([
    ["nested repetition", { properties: { a: { pattern: "^(a+)+$" } } }, { a: `${"a".repeat(40)}!` }],
    ["white space at the end", { properties: { a: { pattern: "\\s+$" } } }, { a: `${" ".repeat(200_000)}!` }],
    [
      "unique items",
      { properties: { a: { uniqueItems: true } } },
      { a: [...Array.from({ length: 60_000 }, (_, n) => n), 5] },
    ],
  ])("is not slowed down by %s", async (name, schema, payload) => {
    // A thread that the previous test terminated may have to start again.
    await sandbox.run("e", check({}, {}, `before ${name}`));
    const begin = performance.now();
    expect(await sandbox.run("e", check(schema, payload, name))).toMatchObject({ kind: "misfits" });
    expect(performance.now() - begin).toBeLessThan(450);
  });

  it("compares the items of a list as JSON does", async () => {
    const schema = { properties: { a: { uniqueItems: true } } };
    const same = {
      a: [
        { x: 1, y: [2] },
        { y: [2], x: 1 },
      ],
    };
    const different = { a: [1, "1", true, null, "null", [1], { 0: 1 }] };
    expect(await sandbox.run("e", check(schema, same, "u1"))).toMatchObject({ kind: "misfits" });
    expect(await sandbox.run("e", check(schema, different, "u1"))).toMatchObject({ kind: "fits" });
  });

  it("drops old compiled schemas: many versions of a large one fit into the thread's heap", async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 400 }, (_, n) => [`property_${n}`, { type: "string", maxLength: n }]),
    );
    for (let version = 0; version < 60; version += 1) {
      const answer = await sandbox.run(
        "e",
        check({ properties, title: `${version}` }, {}, `large${version}`),
      );
      expect(answer).toEqual({ kind: "fits" });
    }
  }, 60_000);

  it("rejects tasks beyond the queue limit of an environment, but not those of another one", async () => {
    const small = createSandbox({ maxWaiting: 2 });
    const task = check({ type: "object" }, {}, "s1");
    const answers = await Promise.all(Array.from({ length: 5 }, () => small.run("a", task)));
    expect(answers.filter(({ kind }) => kind === "failed").length).toBeGreaterThan(0);
    expect(await small.run("b", task)).toEqual({ kind: "fits" });
    await small.close();
  });
});

describe("a pattern", () => {
  it.each(["\\s+$", "^(a+)+$", "^\\d{3}-\\d{4}$", "^\\p{L}+$", "^[\\u0041-\\u005A]+$", "^(?<year>\\d+)$"])(
    "is matched in linear time and as JavaScript does: %s",
    (source) => {
      expect(isLinear(source)).toBe(true);
      for (const text of ["", "aaa", "123-4567", "Äb", "AZ", "2024", " x "]) {
        expect(linearPattern(source, "u").test(text)).toBe(new RegExp(source, "u").test(text));
      }
    },
  );

  it.each(["(?=x)x", "(a)\\1"])("that RE2 does not support runs in V8's own engine: %s", (source) => {
    expect(isLinear(source)).toBe(false);
    expect(linearPattern(source).test("aax")).toBe(true);
  });
});
