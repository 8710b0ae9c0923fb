import { expect, test } from "vitest";
import type { Attacker } from "../../testing/noisy-attack.ts";
import { useNoisyService } from "../../testing/noisy-neighbour.ts";
import { inApp } from "../../testing/steps.ts";

const service = await useNoisyService();

/** Compared with every date of the list, without a match. */
const skip = { in: ["2025-01-01T00:00:00.5+00:00", { var: "payload.list" }] };
const DATE_CHARACTERS = 33;
const list = Array.from(
  { length: Math.floor(250_000 / DATE_CHARACTERS) },
  (_, n) => `2025-02-01T00:00:00.${String(n).padStart(4, "0")}+00:00`,
);
const names = (count: number) => Array.from({ length: count }, (_, n) => `p${n}`);
const conditional = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...inApp("x", { skip }), stepId: `s${n}` }));

test("given 20 slow conditions and 500 recipients, the trigger ends and the neighbour does not wait", async () => {
  await service.attacker.given.workflow("conditional", conditional(20));
  const attack = async (attacker: Attacker) => {
    await attacker.trigger("conditional", names(500), { list });
    return [];
  };
  expect(await service.brokenBy(attack)).toEqual([]);
});

test("given 20 slow conditions explained for 100 recipients, the neighbour does not wait", async () => {
  await service.attacker.given.workflow("explained", conditional(20));
  const attack = async (attacker: Attacker) => {
    const body = { name: "explained", to: names(100), payload: { list } };
    await attacker.call({ method: "POST", path: "/v1/events/trigger/explain", body });
    return [];
  };
  expect(await service.brokenBy(attack)).toEqual([]);
});

test("after all attacks: the process and its PostgreSQL stop in time", async () => {
  expect(await service.brokenByStopping()).toEqual([]);
});
