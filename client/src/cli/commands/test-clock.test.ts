import { expect, test } from "vitest";
import { tidings } from "../../testing/command-line.ts";
import { openStubService } from "../../testing/stub-service.ts";

const CLOCK = {
  now: "2026-01-31T09:00:00.000Z",
  isFrozen: true,
  isSettled: true,
  nextDueAt: "2026-02-02T09:00:00.000Z",
};

async function clock(args: string[], answer: object = CLOCK) {
  const service = await openStubService(() => ({ body: answer }));
  const env = { TIDINGS_URL: service.url, TIDINGS_API_KEY: "secret" };
  const ran = await tidings(["test-clock", ...args], { env });
  await service.close();
  return { ...ran, asked: service.asked.map(({ method, body }) => [method, body]) };
}

test("without flags the clock is only looked at", async () => {
  const { out, asked } = await clock([]);
  expect(out).toBe(
    [
      "Now (UTC)       2026-01-31 09:00:00",
      "Clock           frozen",
      "Settled         yes",
      "Next due (UTC)  2026-02-02 09:00:00\n",
    ].join("\n"),
  );
  expect(asked).toEqual([["GET", undefined]]);
});

test.each([
  [["--freeze"], {}],
  [["--advance", "1 month"], { advance: { amount: 1, unit: "months" } }],
  [["--advance", "1.5hours"], { advance: { amount: 1.5, unit: "hours" } }],
])("%j moves it", async (args, body) => {
  expect((await clock(args)).asked).toEqual([["POST", body]]);
});

test("a clock that could not come to rest in time says how to go on", async () => {
  const { code, err } = await clock(["--now", "2026-03-01T00:00:00Z"], { ...CLOCK, isSettled: false });
  expect(code).toBe(0);
  expect(err).toContain("go on with tidings test-clock --now 2026-03-01T00:00:00Z");
});
