import { expect, test } from "vitest";
import { mostAtOnce } from "./check-rates.ts";
import type { Fault, ProviderCall } from "./evidence.ts";

const call = (at: number, until: number, provider = "rated"): ProviderCall => ({
  at,
  until,
  provider,
  key: `k${at}`,
  bodyHash: "",
  mark: `t${at}|ada|sms`,
  events: [],
  isEffect: true,
  outcome: "accepted",
});
const most = (calls: ProviderCall[], faults: Fault[] = []) =>
  mostAtOnce({ calls, faults, slowness: 1 }, "rated");
const kill = (at: number): Fault => ({ at, until: at, what: "kill -9 of worker 1", isAmbiguous: true });

test("calls at the same time: those that overlap, whatever their order in the log", () => {
  expect(most([call(200, 300), call(100, 250), call(150, 160)])).toBe(2);
  expect(most([call(100, 250), call(150, 400), call(200, 300)])).toBe(3);
});

test("a call that begins when another one ends, and calls of other providers: do not count", () => {
  expect(most([call(100, 200), call(200, 300), call(100, 300, "other")])).toBe(1);
});

test("calls of a process that a fault may have ended: do not count from the fault on", () => {
  const calls = [call(10_000, 20_000), call(10_001, 20_000), call(15_000, 16_000)];
  expect(most(calls)).toBe(3);
  expect(most(calls, [kill(12_000)])).toBe(2);
  expect(most([call(10_000, 20_000), call(15_000, 16_000)], [kill(12_000)])).toBe(1);
});

test("a fault before the calls, and one after them: explain nothing", () => {
  const calls = [call(10_000, 20_000), call(10_001, 20_000)];
  expect(most(calls, [kill(5_000), kill(30_000)])).toBe(2);
});
