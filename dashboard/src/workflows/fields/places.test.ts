import fc from "fast-check";
import { expect, test } from "vitest";
import { CONTROL_SCHEMAS } from "../../../../server/src/workflows/control-schemas/control-schemas.ts";
import { formFieldsOf } from "./form-fields.ts";
import { isAbsent, type Members } from "./json.ts";
import { placesOf } from "./places.ts";
import { currentWay, waysOf } from "./ways.ts";

const schemas = Object.entries(CONTROL_SCHEMAS);
const namesIn = (fields: readonly { name: string }[]) => fields.map(({ name }) => name);

function placesIn(type: string, values: Members) {
  const { dataSchema, uiSchema } = CONTROL_SCHEMAS[type as "sms"] ?? expect.fail(type);
  const fields = formFieldsOf(dataSchema, uiSchema);
  const ways = waysOf(dataSchema);
  const way = currentWay(ways, values);
  return { fields, places: placesOf(fields, { values, ways, way }) };
}

test("a delay by the calendar shows what it needs; values of another way are shown as unused", () => {
  const { places } = placesIn("delay", { type: "timed", cron: "0 9 * * *", amount: 5, unit: "hours" });
  expect(namesIn(places.main)).toEqual(["cron", "extendToSchedule"]);
  expect(namesIn(places.unused)).toEqual(["amount"]);
});

test("a digest by the calendar has no options of a length, unless they are set", () => {
  const cron = { cron: "0 9 * * *" };
  expect(namesIn(placesIn("digest", cron).places.folded)).toEqual([]);
  expect(namesIn(placesIn("digest", { ...cron, maxEvents: 3 }).places.folded)).toEqual(["maxEvents"]);
  expect(namesIn(placesIn("digest", {}).places.folded)).toEqual([
    "lookBackWindow",
    "slidingCap",
    "maxEvents",
  ]);
});

test("a delay has a grace period only where the payload says its end, unless one is set", () => {
  const gracePeriod = { amount: 1, unit: "hours" };
  expect(namesIn(placesIn("delay", { dynamicKey: "until" }).places.folded)).toEqual(["gracePeriod"]);
  expect(namesIn(placesIn("delay", { delayPath: "until" }).places.folded)).toEqual(["gracePeriod"]);
  expect(namesIn(placesIn("delay", { cron: "0 9 * * *" }).places.folded)).toEqual([]);
  expect(namesIn(placesIn("delay", { cron: "0 9 * * *", gracePeriod }).places.folded)).toEqual([
    "gracePeriod",
  ]);
});

test("a layout, which the service refuses, is shown only where one is set", () => {
  expect(namesIn(placesIn("email", {}).places.folded)).not.toContain("layoutId");
  expect(namesIn(placesIn("email", { layoutId: "x" }).places.folded)).toContain("layoutId");
});

/** The values of a custom step have no fields. */
const withFields = schemas.filter(([type]) => type !== "custom");

test.each(withFields)("%s: each value has one place", (type, { dataSchema }) => {
  const value = fc.constantFrom<unknown>("x", 5, true, { a: 1 }, "", null);
  const names = Object.keys(dataSchema.properties).filter((name) => name !== "skip" && name !== "type");
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), value), (values: Members) => {
      const { fields, places } = placesIn(type, values);
      const shown = namesIn([...places.main, ...places.folded, ...places.unused]);
      expect(new Set(shown).size).toBe(shown.length);
      const set = fields.filter(({ controls }) => controls.some((name) => !isAbsent(values[name])));
      expect(shown).toEqual(expect.arrayContaining(namesIn(set)));
    }),
  );
});
