import { type AnyOperation, OPERATIONS } from "@tidings/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problemOf } from "../testing/answer-problem.ts";
import { BASE_REQUESTS } from "../testing/base-requests.ts";
import { environmentRows, untilQuiet } from "../testing/environment-rows.ts";
import { HOSTILE_BYTES } from "../testing/hostile-bytes.ts";
import { type Draft, draftOf, requestOf } from "../testing/hostile-draft.ts";
import { forbiddenDrafts, unstorableDrafts } from "../testing/hostile-forbidden.ts";
import { hostileDrafts, RUNS, SEED } from "../testing/hostile-requests.ts";
import { memoryMb } from "../testing/memory.ts";
import { exchangeBytes, openRawClient, type RawAnswer, type RawClient } from "../testing/raw-http.ts";
import { readEverything } from "../testing/read-everything.ts";
import { seedNewWorld, type World } from "../testing/seeded-world.ts";
import { describeFailure, problemsOf, sendAll } from "../testing/send-drafts.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

let service: TestService;
let client: RawClient;
let bystander: World;
let rowsOfBystander: Record<string, string>;
let memoryBefore: ReturnType<typeof memoryMb>;
const worlds: World[] = [];
const rejections: unknown[] = [];
const onRejection = (reason: unknown) => rejections.push(reason);

const newWorld = async () => seedNewWorld(service, "canary");
const rowsOf = ({ environment }: World) => environmentRows(service.database, environment.id);

beforeAll(async () => {
  process.on("unhandledRejection", onRejection);
  // Thousands of requests and of wrong keys come from one address, as fast as they are answered.
  service = await startTestService({
    // A clock that requests move far ahead would let workers delete rows.
    retention: {},
    rateLimits: { trigger: 0, configuration: 0, other: 0 },
    wrongKeysPerMinute: 0,
  });
  client = openRawClient(service.url);
  bystander = await newWorld();
  rowsOfBystander = await rowsOf(bystander);
  memoryBefore = memoryMb();
});
afterAll(async () => {
  process.off("unhandledRejection", onRejection);
  client.close();
  await service.close();
});

/** Sends again what was refused; refused again, it must leave every row as it was. */
async function expectRefusalsChangeNothing(world: World, refused: readonly Draft[]): Promise<void> {
  await untilQuiet(service.database, world.environment.id);
  const before = await rowsOf(world);
  const answers = await sendAll(client, refused);
  const stillRefused = refused.filter((_, index) => (answers[index]?.status ?? 0) >= 400);
  if (stillRefused.length < refused.length) return expectRefusalsChangeNothing(world, stillRefused);
  expect(await rowsOf(world)).toEqual(before);
}

test("every operation of the contract has a request to begin with", () => {
  expect(Object.keys(BASE_REQUESTS).sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
});

describe.each(OPERATIONS.map((operation): [string, AnyOperation] => [operation.id, operation]))(
  "%s",
  (_, operation) => {
    test(`answers ${RUNS} hostile requests in order, and a refused one changes nothing (seed ${SEED})`, async () => {
      const world = await newWorld();
      worlds.push(world);
      const answer = await client.send(requestOf(draftOf(operation, world, 0)));
      expect(problemOf(answer, operation)).toBeUndefined();
      expect(answer.status).toBe(operation.status);

      const drafts = hostileDrafts(operation, world);
      const answers = await sendAll(client, drafts);
      const complaints = problemsOf(drafts, answers);
      expect(complaints.slice(0, 8), `${complaints.length} complaints, seed ${SEED}`).toEqual([]);
      const refused = drafts.filter((_, index) => (answers[index]?.status ?? 0) >= 400);
      await expectRefusalsChangeNothing(world, refused);
    }, 600_000);

    test("refuses text that cannot be stored at every place, bodies deeper than 32 levels and keys of prototypes", async () => {
      const drafts = [...unstorableDrafts(operation, bystander), ...forbiddenDrafts(operation, bystander)];
      const answers = await sendAll(client, drafts);
      const accepted = drafts.flatMap((draft, index) =>
        answers[index]?.status === 400 ? [] : [describeFailure(draft, `status ${answers[index]?.status}`)],
      );
      expect(accepted.slice(0, 8), `${accepted.length} of ${drafts.length}`).toEqual([]);
    });
  },
);

test("a body of 32 levels is taken", async () => {
  const { environment } = await newWorld();
  let payload: unknown = "deep";
  for (let depth = 1; depth < 32; depth += 1) payload = { payload };
  const body = { name: "w1", to: "u1", transactionId: "deep", payload: (payload as any).payload };
  expect((await environment.post("/v1/events/trigger", body)).status).toBe(201);
  const [notification] = await environment.finished("deep");
  expect(notification.payload).toEqual(body.payload);
});

test("what was stored of it can be read by every read operation", async () => {
  const complaints: string[] = [];
  for (const world of worlds) {
    const { drafts, answers } = await readEverything(client, world);
    complaints.push(...problemsOf(drafts, answers));
    const refused = drafts.filter((_, index) => (answers[index]?.status ?? 0) >= 400);
    complaints.push(...refused.map((draft) => describeFailure(draft, "refused")));
  }
  expect(complaints.slice(0, 8), `${complaints.length} complaints, seed ${SEED}`).toEqual([]);
  // All reads in all worlds, more with each operation; a single one that hangs is told by the client.
}, 120_000);

test("bytes that are hardly HTTP are answered in order too, or not at all where a request never ends", async () => {
  const answers = await Promise.all(HOSTILE_BYTES.map(({ bytes }) => exchangeBytes(service.url, bytes)));
  const complaints = HOSTILE_BYTES.flatMap(({ name, isUnfinished }, index) => {
    const answer = answers[index] as RawAnswer;
    if (isUnfinished && answer.status === 0) return [];
    const complaint = answer.status === 0 ? `no answer: ${answer.failure}` : problemOf(answer);
    return complaint ? [`${name}: ${complaint}`] : [];
  });
  expect(complaints).toEqual([]);
});

test.each(["%", "_", "\\"])("the search text %s finds only itself", async (sign) => {
  const { environment } = await newWorld();
  const marked = { firstName: `a${sign}b`, phone: `1${sign}2`, email: `c${sign}d@example.com` };
  await environment.post("/v2/subscribers", { subscriberId: `s${sign}t@x`, ...marked });
  const steps: unknown[] = [];
  await environment.post("/v2/workflows", { name: `a${sign}b`, workflowId: "marked", steps });
  const searched = encodeURIComponent(sign);
  for (const field of ["name", "phone", "email", "subscriberId"]) {
    const { body } = await environment.get(`/v2/subscribers?${field}=${searched}`);
    expect(body.data.map((one: any) => one.subscriberId)).toEqual([`s${sign}t@x`]);
    expect(body.totalCount).toBe(1);
  }
  const { body } = await environment.get(`/v2/workflows?query=${searched}`);
  expect(body.workflows.map((one: any) => one.workflowId)).toEqual(["marked"]);
});

describe("after all of it", () => {
  test("no statement reached the database with a value or a nesting it cannot take", () => {
    // 22xxx: data exceptions, 54xxx: limits, 42xxx: broken statements.
    expect(service.refusedStatements.filter(({ code }) => /^(22|42|54)/.test(code))).toEqual([]);
  });

  test("an environment nobody spoke for is as it was", async () => {
    expect(await rowsOf(bystander)).toEqual(rowsOfBystander);
  });

  test("no rejection went unhandled, and no object got a new property", () => {
    expect(rejections).toEqual([]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("the process holds hardly more than before", () => {
    const memory = memoryMb();
    expect(memory.retained - memoryBefore.retained).toBeLessThan(50);
    // This process is the client too, and what V8 once took it gives back slowly.
    expect(memory.resident - memoryBefore.resident).toBeLessThan(400);
  });

  test("a notification is still delivered", async () => {
    const environment = await service.newEnvironment();
    const transactionId = await environment.trigger("welcome", { subscriberId: "ada", email: "a@b.de" });
    const [notification] = await environment.finished(transactionId);
    expect(notification.jobs.map((job: any) => job.status)).toEqual(["completed", "completed"]);
  });
});
