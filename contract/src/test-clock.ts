import { type Static, Type } from "typebox";
import { nullable, timestamp } from "./fields.ts";
import { operation } from "./operation.ts";
import { TIME_UNITS, words } from "./vocabulary.ts";

/** Ours (issue 3): time one can hold, in environments made for tests, so that a month passes in milliseconds. */

const chapter = "Test clock";

export const TestClock = Type.Object(
  {
    now: timestamp("The environment's time."),
    isFrozen: Type.Boolean({ description: "False as long as the environment still runs on real time." }),
    isSettled: Type.Boolean({
      description: "Everything that is due at this moment has happened, and nothing is under way.",
    }),
    nextDueAt: nullable(timestamp(), "When the next step comes due; null when nothing waits."),
  },
  { title: "TestClock", description: "The time of an environment made for tests." },
);
export type TestClock = Static<typeof TestClock>;

export const TestClockMove = Type.Object(
  {
    now: Type.Optional(timestamp("Go to this moment. Only the first time may it lie in the past.")),
    advance: Type.Optional(
      Type.Object(
        { amount: Type.Number({ exclusiveMinimum: 0, maximum: 100_000 }), unit: words(TIME_UNITS) },
        { description: "Go on by so much; a month has 30 days." },
      ),
    ),
  },
  {
    title: "TestClockMove",
    description: "Where to set the clock. With neither member it is frozen where it is.",
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
  answer: TestClock,
});

export const moveTestClock = operation({
  id: "moveTestClock",
  chapter,
  method: "POST",
  path: "/v1/test-clock",
  summary: "Freeze or advance the test clock",
  description:
    "From then on time stands still until it is moved again. On its way the clock stops at every moment at which something is due, until that has happened. Answers when all is settled, or after 20 seconds with isSettled false: send the same moment again to go on. An Idempotency-Key has no effect here; who may have to repeat a request names the moment (`now`) instead of the way (`advance`). Only for environments made with `tidings environments create NAME --test`.",
  status: 200,
  failures: [400, 403],
  takesNoKey: true,
  body: TestClockMove,
  answer: TestClock,
});

export const TEST_CLOCK_OPERATIONS = [getTestClock, moveTestClock] as const;
