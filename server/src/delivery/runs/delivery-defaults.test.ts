import { CHANNELS, DELIVERY_DEFAULTS } from "@tidings/contract";
import { expect, test } from "vitest";
import { durationMs } from "../../foundation/duration.ts";
import { LIFETIME_MS, MAX_ATTEMPTS } from "./retry-schedule.ts";

test("the contract's defaults of deliveries are those that the engine applies", () => {
  const { lifetime, maxAttempts } = DELIVERY_DEFAULTS;
  const lifetimes = CHANNELS.map((channel) => {
    const { amount, unit } = channel === "in_app" ? { amount: 0, unit: "hours" as const } : lifetime[channel];
    return [channel, durationMs(amount, unit)];
  });
  expect(Object.fromEntries(lifetimes)).toEqual(LIFETIME_MS);
  expect(maxAttempts).toBe(MAX_ATTEMPTS);
});
