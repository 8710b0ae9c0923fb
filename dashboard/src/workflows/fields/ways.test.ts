import fc from "fast-check";
import { expect, test } from "vitest";
import { decideDelay } from "../../../../server/src/delivery/steps/delay.ts";
import { CONTROL_SCHEMAS } from "../../../../server/src/workflows/control-schemas/control-schemas.ts";
import { type Members, withChanges } from "./json.ts";
import { changesToWay, currentWay, offeredWays, waysOf } from "./ways.ts";

const waysIn = (type: keyof typeof CONTROL_SCHEMAS) => waysOf(CONTROL_SCHEMAS[type]?.dataSchema);
const nameIn = (type: keyof typeof CONTROL_SCHEMAS, values: Members) =>
  currentWay(waysIn(type), values)?.name;

test("the anyOf of a schema with a type is a choice of ways; one without is none", () => {
  expect(waysIn("digest").map(({ name, type }) => [name, type])).toEqual([
    ["amount", "regular"],
    ["cron", "timed"],
    ["timed", "timed"],
  ]);
  expect(waysIn("delay").map(({ name, type }) => [name, type])).toEqual([
    ["amount", "regular"],
    ["cron", "timed"],
    ["dynamicKey", "dynamic"],
    ["delayPath", "scheduled"],
  ]);
  expect(waysIn("throttle").map(({ name, type }) => [name, type])).toEqual([
    ["amount", "fixed"],
    ["dynamicKey", "dynamic"],
  ]);
  for (const type of ["in_app", "email", "custom"] as const) expect(waysIn(type)).toEqual([]);
});

const optional = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const delays = fc.record({
  type: optional("regular", "timed", "dynamic", "scheduled"),
  amount: optional<unknown>(5, "5", ""),
  unit: optional("hours", ""),
  cron: optional("0 9 * * *", "", " "),
  dynamicKey: optional("", "until"),
  delayPath: optional("", "older"),
});
type DelayInput = Parameters<typeof decideDelay>;
const RUN = { subscriber: undefined, overrides: {}, payload: { until: "2027-01-01", older: "2027-01-01" } };

test("the way shown for a delay is the one that the service goes", () => {
  fc.assert(
    fc.property(delays, (values) => {
      const step = { controlValues: JSON.parse(JSON.stringify(values)) };
      const [run, of] = [RUN, step] as unknown as [DelayInput[0], DelayInput[1]];
      const decision = decideDelay(run, of, { now: new Date("2026-11-23T09:00:00Z"), defaultZone: "UTC" });
      if (decision.kind !== "wait") return;
      const { type, delayPath } = decision.settings ?? {};
      const older = delayPath === "older" ? "delayPath" : "dynamicKey";
      const expected = { timed: "cron", scheduled: older, regular: "amount" }[type as "timed"];
      expect(nameIn("delay", values)).toBe(expected);
    }),
    { numRuns: 500 },
  );
});

test("without a time, the type says which way was meant", () => {
  expect(nameIn("delay", {})).toBe("amount");
  expect(nameIn("delay", { type: "timed" })).toBe("cron");
  expect(nameIn("delay", { type: "dynamic" })).toBe("dynamicKey");
  expect(nameIn("digest", { type: "timed", timed: { atTime: "09:00" }, unit: "days" })).toBe("timed");
  expect(nameIn("throttle", { type: "fixed", dynamicKey: "x" })).toBe("amount");
});

test("older forms are offered only where they are in use", () => {
  const ways = waysIn("delay");
  const offered = (values: Members) => offeredWays(ways, currentWay(ways, values)).map(({ name }) => name);
  expect(offered({ amount: 1, unit: "hours" })).toEqual(["amount", "cron", "dynamicKey"]);
  expect(offered({ delayPath: "x" })).toEqual(["amount", "cron", "dynamicKey", "delayPath"]);
});

test.each(["digest", "delay", "throttle"] as const)(
  "%s: choosing a way leads there, and back to the values from before",
  (type) => {
    const before: Members = {
      type: waysIn(type)[0]?.type,
      amount: 7,
      unit: "days",
      extendToSchedule: true,
      own: 1,
    };
    const ways = waysIn(type);
    for (const way of ways.filter(({ name }) => name !== "timed")) {
      const there = withChanges(before, changesToWay(ways, way, before, {}));
      expect(currentWay(ways, there)).toBe(way);
      expect(there).toMatchObject({ extendToSchedule: true, own: 1 });
      const back = withChanges(there, changesToWay(ways, ways[0] ?? way, there, before));
      expect(back).toEqual(before);
    }
  },
);
