import { type AnyOperation, OPERATIONS } from "@tidings/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BASE_REQUESTS } from "../testing/base-requests.ts";
import { environmentRows, untilQuiet } from "../testing/environment-rows.ts";
import { furnish, type World } from "../testing/furnished-world.ts";
import { type Draft, draftOf, requestOf } from "../testing/hostile-draft.ts";
import { hostileDrafts, RUNS, SEED } from "../testing/hostile-requests.ts";
import { complaintOf } from "../testing/hostile-verdict.ts";
import { openRawClient, type RawAnswer, type RawClient } from "../testing/raw-http.ts";
import { openTestHouse, type TestHouse } from "../testing/test-house.ts";

let house: TestHouse;
let client: RawClient;
let bystander: World;
let untouched: Record<string, string>;
let memoryBefore: number;
const worlds: World[] = [];
const rejections: unknown[] = [];
const onRejection = (reason: unknown) => rejections.push(reason);

const newWorld = async () => furnish(await house.newEnvironment(), "canary");
const rowsOf = ({ environment }: World) => environmentRows(house.database, environment.id);
const quiet = ({ environment }: World) => untilQuiet(house.database, environment.id);

beforeAll(async () => {
  process.on("unhandledRejection", onRejection);
  house = await openTestHouse();
  client = openRawClient(house.url);
  bystander = await newWorld();
  untouched = await rowsOf(bystander);
  memoryBefore = process.memoryUsage().rss;
});
afterAll(async () => {
  process.off("unhandledRejection", onRejection);
  client.close();
  await house.close();
});

const AT_ONCE = 16;

/** Sends the drafts over several connections; the answers come in the order of the drafts. */
async function sendAll(drafts: readonly Draft[]): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = [];
  const next = drafts.entries();
  const connection = async () => {
    for (const [index, draft] of next) answers[index] = await client.send(requestOf(draft));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, connection));
  return answers;
}

/** A request as a person needs it to send it again. */
function told({ operation, story, ...draft }: Draft, complaint: string): string {
  const { method, path, headers, body } = requestOf({ operation, story, ...draft });
  const heads = headers.slice(1).map(([name, value]) => `${name}: ${value.slice(0, 80)}`);
  const request = `${method} ${path.slice(0, 300)} [${heads.join(", ")}] ${body?.toString().slice(0, 600) ?? ""}`;
  return `${operation.id} (${story.join("; ")}): ${complaint.slice(0, 800)}\n  ${request}`;
}

function complaints(drafts: readonly Draft[], answers: readonly RawAnswer[]): string[] {
  return drafts.flatMap((draft, index) => {
    const operation = draft.isElsewhere ? undefined : draft.operation;
    const complaint = complaintOf(answers[index] as RawAnswer, operation);
    return complaint ? [told(draft, complaint)] : [];
  });
}

/** Sends again what was refused; refused again, it must leave every row as it was. */
async function expectRefusalsChangeNothing(world: World, refused: readonly Draft[]): Promise<void> {
  await quiet(world);
  const before = await rowsOf(world);
  const answers = await sendAll(refused);
  const stillRefused = refused.filter((_, index) => (answers[index]?.status ?? 0) >= 400);
  if (stillRefused.length < refused.length) return expectRefusalsChangeNothing(world, stillRefused);
  expect(await rowsOf(world)).toEqual(before);
}

test("every operation of the contract has a request to begin with", () => {
  expect(Object.keys(BASE_REQUESTS).sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
});

test.each(OPERATIONS.map((operation): [string, AnyOperation] => [operation.id, operation]))(
  `%s answers ${RUNS} hostile requests in order, and a refused one changes nothing (seed ${SEED})`,
  async (_, operation) => {
    const world = await newWorld();
    worlds.push(world);
    const base = draftOf(operation, world, 0);
    const answer = await client.send(requestOf(base));
    expect(complaintOf(answer, operation)).toBeUndefined();
    expect(answer.status).toBe(operation.status);

    const drafts = hostileDrafts(operation, world);
    const answers = await sendAll(drafts);
    const found = complaints(drafts, answers);
    expect(found.slice(0, 8), `${found.length} complaints, seed ${SEED}`).toEqual([]);
    await expectRefusalsChangeNothing(
      world,
      drafts.filter((_, index) => (answers[index]?.status ?? 0) >= 400),
    );
  },
  120_000,
);
