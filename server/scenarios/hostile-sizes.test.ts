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
  service = await startTestService({ rateLimits: { trigger: 0, configuration: 0, inbox: 0, other: 0 } });
  client = openRawClient(service.url);
  shared = await newWorld();
});
afterAll(async () => {
  client.close();
  await service.close();
});

/** Broadcasts run first, while there are few subscribers; deletions run last, because the others need the rows. */
const turnOf = ({ chapter, method }: AnyOperation) => {
  if (method === "DELETE") return 2;
  return chapter === "Events" ? 0 : 1;
};
const IN_ORDER = OPERATIONS.toSorted((a, b) => turnOf(a) - turnOf(b));

test.each(IN_ORDER.map((operation): [string, AnyOperation] => [operation.id, operation]))(
  "%s: accepts fields at their limit and refuses them by name above",
  async (_, operation) => {
    // A test clock advances only after all due jobs of its environment have run.
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
);

test("limits: every kind is tried, and more than 500 fields in all", () => {
  const pairs = OPERATIONS.flatMap((operation) => sizePairs(operation, shared).map(({ field }) => field));
  expect(pairs.length).toBeGreaterThan(500);
  const fields = ["payload", "overrides", "to.0.data", "context.a.data", "events.0.payload", "context"];
  for (const field of [...fields, "steps.0.variants", "tags", "subscriberId", "body"]) {
    expect(pairs).toContain(field);
  }
});

test("database: no statement failed by an invalid value", () => {
  expect(service.refusedStatements.filter(({ code }) => /^(22|42|54)/.test(code))).toEqual([]);
});
