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
import { oneAhead } from "../testing/one-ahead.ts";
import { exchangeBytes, openRawClient, type RawAnswer, type RawClient } from "../testing/raw-http.ts";
import { readEverything } from "../testing/read-everything.ts";
import { seedNewWorld, type World } from "../testing/seeded-world.ts";
import { describeFailure, problemsOf, sendAll } from "../testing/send-drafts.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

let service: TestService;
let client: RawClient;
let bystander: World;
/** The world of all GET operations: they store nothing, so each finds it as it was. */
let readWorld: World;
let rowsOfBystander: Record<string, string>;
let memoryBefore: ReturnType<typeof memoryMb>;
const rejections: unknown[] = [];
const onRejection = (reason: unknown) => rejections.push(reason);

const ahead = oneAhead(() => seedNewWorld(service, "canary"));
const newWorld = ahead.take;
const rowsOf = ({ environment }: World) => environmentRows(service.database, environment.id);

beforeAll(async () => {
  process.on("unhandledRejection", onRejection);
  // Thousands of requests and wrong keys come from one address without a pause.
  service = await startTestService({
    // Requests move a test clock far ahead; with retention, workers would then delete rows.
    retention: {},
    rateLimits: { trigger: 0, configuration: 0, inbox: 0, other: 0 },
    wrongKeysPerMinute: 0,
  });
  client = openRawClient(service.url);
  bystander = await newWorld();
  readWorld = await newWorld();
  rowsOfBystander = await rowsOf(bystander);
  memoryBefore = memoryMb();
});
afterAll(async () => {
  process.off("unhandledRejection", onRejection);
  client.close();
  await ahead.end();
  await service.close();
});

/** Sends refused requests again; those refused again must leave every row unchanged. */
async function expectRefusalsChangeNothing(world: World, refused: readonly Draft[]): Promise<void> {
  await untilQuiet(service.database, world.environment.id);
  const before = await rowsOf(world);
  const answers = await sendAll(client, refused);
  const stillRefused = refused.filter((_, index) => (answers[index]?.status ?? 0) >= 400);
  if (stillRefused.length < refused.length) return expectRefusalsChangeNothing(world, stillRefused);
  expect(await rowsOf(world)).toEqual(before);
}

async function expectReadable(world: World): Promise<void> {
  const { drafts, answers } = await readEverything(client, world);
  const refused = drafts.filter((_, index) => (answers[index]?.status ?? 0) >= 400);
  const complaints = [
    ...problemsOf(drafts, answers),
    ...refused.map((one) => describeFailure(one, "refused")),
  ];
  expect(complaints.slice(0, 8), `${complaints.length} complaints, seed ${SEED}`).toEqual([]);
}

test("hostile input: every operation of the contract has a base request", () => {
  expect(Object.keys(BASE_REQUESTS).sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
});

describe.each(OPERATIONS.map((operation): [string, AnyOperation] => [operation.id, operation]))(
  "%s",
  (_, operation) => {
    let world: World;
    test(`${RUNS} hostile requests, seed ${SEED}: valid answers, no change if refused`, async () => {
      world = operation.method === "GET" ? readWorld : await newWorld();
      const answer = await client.send(requestOf(draftOf(operation, world, 0)));
      expect(problemOf(answer, operation)).toBeUndefined();
      expect(answer.status).toBe(operation.status);

      const drafts = hostileDrafts(operation, world);
      const answers = await sendAll(client, drafts);
      const complaints = problemsOf(drafts, answers);
      expect(complaints.slice(0, 8), `${complaints.length} complaints, seed ${SEED}`).toEqual([]);
      const refused = drafts.filter((_, index) => (answers[index]?.status ?? 0) >= 400);
      await expectRefusalsChangeNothing(world, refused);
    });

    if (operation.method !== "GET")
      test("what was stored: every read operation can read it", () => expectReadable(world));

    test("unstorable text, depth over 32 and prototype keys: always 400", async () => {
      const drafts = [...unstorableDrafts(operation, bystander), ...forbiddenDrafts(operation, bystander)];
      const answers = await sendAll(client, drafts);
      const accepted = drafts.flatMap((draft, index) =>
        answers[index]?.status === 400 ? [] : [describeFailure(draft, `status ${answers[index]?.status}`)],
      );
      expect(accepted.slice(0, 8), `${accepted.length} of ${drafts.length}`).toEqual([]);
    });
  },
);

test("what hostile reads left: every read operation can read it", () => expectReadable(readWorld));

test("body depth: a body of 32 levels is accepted", async () => {
  const { environment } = await newWorld();
  let payload: unknown = "deep";
  for (let depth = 1; depth < 32; depth += 1) payload = { payload };
  const body = { name: "w1", to: "u1", transactionId: "deep", payload: (payload as any).payload };
  expect((await environment.post("/v1/events/trigger", body)).status).toBe(201);
  const [notification] = await environment.finished("deep");
  expect(notification.payload).toEqual(body.payload);
});

test("malformed HTTP: gets a valid answer; only an unfinished request may get none", async () => {
  const answers = await Promise.all(
    HOSTILE_BYTES.map(({ bytes, isUnfinished }) => exchangeBytes(service.url, bytes, isUnfinished)),
  );
  const complaints = HOSTILE_BYTES.flatMap(({ name, isUnfinished }, index) => {
    const answer = answers[index] as RawAnswer;
    if (isUnfinished && answer.status === 0) return [];
    const complaint = answer.status === 0 ? `no answer: ${answer.failure}` : problemOf(answer);
    return complaint ? [`${name}: ${complaint}`] : [];
  });
  expect(complaints).toEqual([]);
});

test.each(["%", "_", "\\"])("search: the text %s finds only itself", async (sign) => {
  const { environment } = await newWorld();
  const marked = { firstName: `a${sign}b`, phone: `1${sign}2`, email: `c${sign}d@example.com` };
  await environment.given.subscriber(`s${sign}t@x`, { ...marked });
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

describe("after all hostile requests", () => {
  test("database: no statement failed by an invalid value or nesting", () => {
    // 22xxx: data exceptions, 54xxx: limits, 42xxx: broken statements.
    expect(service.refusedStatements.filter(({ code }) => /^(22|42|54)/.test(code))).toEqual([]);
  });

  test("isolation: an environment without requests of its own is unchanged", async () => {
    expect(await rowsOf(bystander)).toEqual(rowsOfBystander);
  });

  test("process: no unhandled rejection and no polluted prototype", () => {
    expect(rejections).toEqual([]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("memory: less than 50 MB more is retained and 400 MB more is resident", () => {
    const memory = memoryMb();
    expect(memory.retained - memoryBefore.retained).toBeLessThan(50);
    // This process is the client too, and V8 returns memory slowly; Node.js 26 once kept 418 MB.
    expect(memory.resident - memoryBefore.resident).toBeLessThan(400);
  });

  test("delivery: a notification is still delivered", async () => {
    const environment = await service.newEnvironment();
    const transactionId = await environment.trigger("welcome", { subscriberId: "ada", email: "a@b.de" });
    const [notification] = await environment.finished(transactionId);
    expect(notification.jobs.map((job: any) => job.status)).toEqual(["completed", "completed"]);
  });
});
