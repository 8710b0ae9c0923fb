import type { Worker } from "node:worker_threads";
import { afterAll, describe, expect, it } from "vitest";
import { PATIENCE_MS } from "../../testing/patience.ts";
import { isLinear, linearPattern } from "./linear-pattern.ts";
import { MachineFailure } from "./machine-failure.ts";
import { createSandbox } from "./sandbox.ts";
import { StuckThreads } from "./stuck-threads.ts";
import type { SandboxTask } from "./tasks.ts";

const sandbox = createSandbox({ maxWaitMs: PATIENCE_MS });
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
  it("starts a thread as soon as one that another pool had ended is gone", async () => {
    let hasEnded = () => {};
    const terminate = () => new Promise<void>((resolve) => (hasEnded = resolve));
    const stuck = new StuckThreads(1);
    void stuck.end({ terminate } as unknown as Worker);
    const own = createSandbox({ stuck, maxWaitMs: PATIENCE_MS });
    const inspected = own.run("e", { kind: "inspect_texts", texts: ["{{ a }}"] });
    expect(own.threads().started).toBe(0);
    hasEnded();
    expect(await inspected).toMatchObject({ kind: "inspected" });
    await own.close();
  });

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

  it("ends a task that uses up its processor time; another environment does not wait for all of them", async () => {
    const strict = createSandbox({ budgetMs: 150, maxWaitMs: PATIENCE_MS });
    const ended: string[] = [];
    const endless = Array.from({ length: 3 }, async (_, number) => {
      const answer = await strict.run("attacker", check(ENDLESS, {}, `endless${number}`));
      ended.push("attacker");
      return answer;
    });
    expect(await strict.run("neighbour", check({ type: "object" }, {}, "n1"))).toEqual({ kind: "fits" });
    ended.push("neighbour");
    // More, if this process looks at the thread late.
    const reason = expect.stringMatching(
      /^used ([3-9]|\d+\d)\d\d ms of processor time; the limit is 300 ms$/,
    );
    for (const answer of await Promise.all(endless)) expect(answer).toEqual({ kind: "failed", reason });
    expect(ended.indexOf("neighbour")).toBeLessThan(2);
    await strict.close();
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
    // Without the limits these take seconds of processor time, and the answer is `failed`.
    expect(await sandbox.run("e", check(schema, payload, name))).toMatchObject({ kind: "misfits" });
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
  });

  it("leaves a thread to start: tasks meanwhile are failures of the machine, later ones run in that thread", async () => {
    const slow = createSandbox({ maxWaitMs: 1 });
    const task = check({ type: "object" }, {}, "s1");
    const refusal = { reason: "not_started", message: "no thread has started yet" };
    await expect(slow.run("a", task)).rejects.toMatchObject(refusal);
    await expect(slow.run("a", task)).rejects.toBeInstanceOf(MachineFailure);
    const isRun = () => slow.run("a", task).catch(() => undefined);
    await expect.poll(isRun).toEqual({ kind: "fits" });
    expect(slow.threads()).toMatchObject({ started: 1, killed: 0 });
    await slow.close();
    await expect(slow.run("a", task)).rejects.toMatchObject({ reason: "stopping" });
  });

  it("says when a thread is ready; without one in time, the machine has failed", async () => {
    const own = createSandbox({ maxWaitMs: PATIENCE_MS });
    await Promise.all([own.untilReady(), own.untilReady()]);
    expect(own.threads()).toMatchObject({ started: 1, busy: 0 });
    await own.untilReady();
    await own.close();
    await expect(own.untilReady()).rejects.toMatchObject({ reason: "stopping" });
    const hasty = createSandbox({ maxWaitMs: 1 });
    await expect(hasty.untilReady()).rejects.toMatchObject({ reason: "not_started" });
    const closing = expect(hasty.untilReady()).rejects.toBeInstanceOf(MachineFailure);
    await hasty.close();
    await closing;
  });

  it("starts one thread before there is work for it", async () => {
    const early = createSandbox({ kind: "mails", maxWaitMs: PATIENCE_MS });
    early.startOne();
    early.startOne();
    expect(early.threads()).toMatchObject({ started: 1, busy: 0 });
    const task = { kind: "prepare_mail", html: "<p>a</p>", inlinesCss: false, makesText: true } as const;
    expect(await early.run("a", task)).toEqual({ kind: "mail_prepared", html: "<p>a</p>", text: "a" });
    expect(early.threads().started).toBe(1);
    await early.close();
  });

  it("rejects tasks beyond the queue limit of an environment, but not those of another one", async () => {
    const small = createSandbox({ maxWaiting: 2, maxWaitMs: PATIENCE_MS });
    const task = check({ type: "object" }, {}, "s1");
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => small.run("a", task)));
    const refused = answers.filter(({ status }) => status === "rejected");
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ reason: expect.any(MachineFailure) });
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
