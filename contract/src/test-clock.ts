import { type Static, Type } from "typebox";
import { nullable, timestamp } from "./fields.ts";
import { operation } from "./operation.ts";
import { TIME_UNITS, words } from "./vocabulary.ts";

/** A clock that tests can freeze and advance, in test environments, so that a month passes in milliseconds. */

const chapter = "Test clock";

export const TestClock = Type.Object(
  {
    now: timestamp("The environment's time."),
    isFrozen: Type.Boolean({ description: "False while the environment runs on real time." }),
    isSettled: Type.Boolean({
      description: "Everything due has been processed, and no work is in progress.",
    }),
    nextDueAt: nullable(timestamp(), "When the next step becomes due; null when nothing is scheduled."),
  },
  { title: "TestClock", description: "The clock of a test environment." },
);
export type TestClock = Static<typeof TestClock>;

export const TestClockMove = Type.Object(
  {
    now: Type.Optional(timestamp("Time to set. It may be in the past only the first time.")),
    advance: Type.Optional(
      Type.Object(
        { amount: Type.Number({ exclusiveMinimum: 0, maximum: 100_000 }), unit: words(TIME_UNITS) },
        { description: "Duration to advance by; a month has 30 days." },
      ),
    ),
  },
  {
    title: "TestClockMove",
    description: "The new time. Without members, freezes the clock at its current time.",
  },
);
export type TestClockMove = Static<typeof TestClockMove>;

export const getTestClock = operation({
  id: "getTestClock",
  chapter,
  method: "GET",
  path: "/v1/test-clock",
  summary: "Read the test clock",
  status: 200,
  failures: [403],
  response: TestClock,
});

export const moveTestClock = operation({
  id: "moveTestClock",
  chapter,
  method: "POST",
  path: "/v1/test-clock",
  summary: "Freeze or advance the test clock",
  description:
    "The clock then stands still until it is advanced again. While it advances, it stops at every time at which something is due, until that is processed. Answers when everything is settled, or after 20 seconds with isSettled false; send the same time again to continue. An Idempotency-Key has no effect here: to be able to retry safely, use `now` instead of `advance`. Only for environments created with `tidings environments create NAME --test`.",
  status: 200,
  failures: [400, 403],
  takesNoKey: true,
  body: TestClockMove,
  response: TestClock,
});

export const TEST_CLOCK_OPERATIONS = [getTestClock, moveTestClock] as const;
