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
  const result = await tidings(["test-clock", ...args], { env });
  await service.close();
  return { ...result, sent: service.requests.map(({ method, body }) => [method, body]) };
}

test("test-clock: without flags, only reads the clock", async () => {
  const { out, sent } = await clock([]);
  expect(out).toBe(
    [
      "Now (UTC)       2026-01-31 09:00:00",
      "Clock           frozen",
      "Settled         yes",
      "Next due (UTC)  2026-02-02 09:00:00\n",
    ].join("\n"),
  );
  expect(sent).toEqual([["GET", undefined]]);
});

test.each([
  [["--freeze"], {}],
  [["--advance", "1 month"], { advance: { amount: 1, unit: "months" } }],
  [["--advance", "1.5hours"], { advance: { amount: 1.5, unit: "hours" } }],
])("test-clock %j: moves the clock", async (args, body) => {
  expect((await clock(args)).sent).toEqual([["POST", body]]);
});

test("test-clock: an unsettled clock prints the command to continue", async () => {
  const { code, err } = await clock(["--now", "2026-03-01T00:00:00Z"], { ...CLOCK, isSettled: false });
  expect(code).toBe(0);
  expect(err).toContain("continue with tidings test-clock --now 2026-03-01T00:00:00Z");
});
