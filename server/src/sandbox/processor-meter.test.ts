import { expect, test } from "vitest";
import { ProcessorMeter } from "./processor-meter.ts";
import { ownThreadTime } from "./thread-time.ts";

const idle = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test("processor meter: a task that gets no processor is not charged for its elapsed time", () => {
  const spent = new ProcessorMeter(() => 7).begin();
  idle(30);
  expect(spent()).toBe(0);
});

test("processor meter: a task is charged what the thread has executed", () => {
  let usedMs = 100;
  const meter = new ProcessorMeter(() => usedMs);
  const spent = meter.begin();
  idle(30);
  usedMs = 112;
  expect(spent()).toBe(12);
});

test("processor meter: without figures, a twentieth of the elapsed time is charged", () => {
  const spent = new ProcessorMeter(() => undefined).begin();
  idle(40);
  const chargedMs = spent();
  expect(chargedMs).toBeGreaterThanOrEqual(1.9);
});

test.runIf(process.platform === "linux")("the time of this thread: sleeping costs nothing", () => {
  const beginMs = ownThreadTime() as number;
  idle(300);
  expect((ownThreadTime() as number) - beginMs).toBeLessThan(100);
});
