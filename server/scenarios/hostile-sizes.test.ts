import { type AnyOperation, OPERATIONS } from "@tidings/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fullDrafts } from "../testing/hostile-full-bodies.ts";
import { complaintAbove, complaintAtLimit, sizePairs } from "../testing/hostile-sizes.ts";
import { openRawClient, type RawAnswer, type RawClient } from "../testing/raw-http.ts";
import { seedNewWorld, type World } from "../testing/seeded-world.ts";
import { problemsOf, sendAll } from "../testing/send-drafts.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

let service: TestService;
let client: RawClient;
let shared: World;

const newWorld = async () => seedNewWorld(service, "canary");

beforeAll(async () => {
  service = await startTestService({ rateLimits: { trigger: 0, configuration: 0, other: 0 } });
  client = openRawClient(service.url);
  shared = await newWorld();
});
afterAll(async () => {
  client.close();
  await service.close();
});

/** Broadcasts go out while there are few subscribers; what is deleted is missed by the others. */
const turnOf = ({ chapter, method }: AnyOperation) =>
  method === "DELETE" ? 2 : chapter === "Events" ? 0 : 1;
const IN_ORDER = OPERATIONS.toSorted((a, b) => turnOf(a) - turnOf(b));

test.each(IN_ORDER.map((operation): [string, AnyOperation] => [operation.id, operation]))(
  "%s takes every field at its limit, refuses it by name above, and never fails with all of them at once",
  async (_, operation) => {
    // A clock moves on when all that is due has happened.
    const world = operation.chapter === "Test clock" ? await newWorld() : shared;
    const pairs = sizePairs(operation, world);
    const drafts = [
      ...pairs.map(({ atLimit }) => atLimit),
      ...pairs.map(({ above }) => above),
      ...fullDrafts(operation, world),
    ];
    const answers = await sendAll(client, drafts);
    const complaints = pairs.flatMap((pair, at) => [
      ...complaintAtLimit(pair, answers[at] as RawAnswer),
      ...complaintAbove(pair, answers[pairs.length + at] as RawAnswer),
    ]);
    expect([...complaints, ...problemsOf(drafts, answers)].slice(0, 8)).toEqual([]);
  },
  60_000,
);

test("every kind of limit was tried, in operations of every chapter that has one", () => {
  const pairs = OPERATIONS.flatMap((operation) => sizePairs(operation, shared).map(({ field }) => field));
  expect(pairs.length).toBeGreaterThan(500);
  const fields = ["payload", "overrides", "to.0.data", "context.a.data", "events.0.payload", "context"];
  for (const field of [...fields, "steps.0.variants", "tags", "subscriberId", "body"]) {
    expect(pairs).toContain(field);
  }
});

test("no statement reached the database with a value it cannot take", () => {
  expect(service.refusedStatements.filter(({ code }) => /^(22|42|54)/.test(code))).toEqual([]);
});
