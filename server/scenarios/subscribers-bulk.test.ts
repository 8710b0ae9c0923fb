import { expect, test } from "vitest";
import { useTestService } from "../testing/test-service.ts";

const service = await useTestService();

/** Whatever the number of its subscribers: authentication, the transaction, what exists, and what is stored. */
const STATEMENTS_OF_A_CALL = 10;
const PATH = "/v1/subscribers/bulk";
const named = (...ids: string[]) => ids.map((subscriberId) => ({ subscriberId }));

test("a bulk call: each item has its own outcome; an invalid one affects no other", async () => {
  const environment = await service.newEnvironment("bare");
  await environment.given.subscriber("known", { firstName: "Old", phone: "+49" });
  const { status, body } = await environment.post(PATH, {
    subscribers: [
      { subscriberId: "new", firstName: "Ada", data: { plan: "pro" } },
      { subscriberId: "known", firstName: "New", phone: null },
      { subscriberId: "long", firstName: "x".repeat(1_001) },
      { subscriberId: 7 },
      "no subscriber",
      null,
      { firstName: "without an id" },
      { subscriberId: "large", data: { text: "x".repeat(70_000) } },
    ],
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ created: named("new"), updated: named("known") });
  expect(body.failed).toEqual([
    { index: 2, subscriberId: "long", message: expect.stringMatching(/^firstName /) },
    { index: 3, message: "subscriberId must be a string" },
    { index: 4, message: "body must be an object" },
    { index: 5, message: "body must be an object" },
    { index: 6, message: "subscriberId is required" },
    { index: 7, subscriberId: "large", message: "data has 70,011 bytes of JSON; the limit is 65,536" },
  ]);
  const { body: known } = await environment.get("/v2/subscribers/known");
  expect(known.firstName).toBe("New");
  expect(known).not.toHaveProperty("phone");
  expect((await environment.get("/v2/subscribers/new")).body.data).toEqual({ plan: "pro" });
  expect((await environment.get("/v2/subscribers")).body.totalCount).toBe(2);
});

test("given two items with one id, the first creates the subscriber and the second updates it", async () => {
  const environment = await service.newEnvironment("bare");
  const { body } = await environment.post(PATH, {
    subscribers: [
      { subscriberId: "twice", firstName: "First", lastName: "Kept", email: "a@example.com" },
      { subscriberId: "other" },
      { subscriberId: "twice", firstName: "Second", email: null },
      { subscriberId: "twice", firstName: 7 },
    ],
  });
  expect(body).toMatchObject({ created: named("twice", "other"), updated: named("twice") });
  expect(body.failed).toMatchObject([{ index: 3, subscriberId: "twice" }]);
  const { body: twice } = await environment.get("/v2/subscribers/twice");
  expect(twice).toMatchObject({ firstName: "Second", lastName: "Kept" });
  expect(twice).not.toHaveProperty("email");
});

test("given more than 500 items or none, the call is refused as a whole and stores nothing", async () => {
  const environment = await service.newEnvironment("bare");
  const many = Array.from({ length: 501 }, (_, n) => ({ subscriberId: `s${n}` }));
  for (const [subscribers, message] of [
    [many, "subscribers must contain no more than 500 elements"],
    [[], "subscribers should not be empty"],
  ] as const) {
    const { status, body } = await environment.post(PATH, { subscribers });
    expect([status, body.errors.subscribers.messages]).toEqual([422, [message]]);
  }
  expect((await environment.get("/v2/subscribers")).body.totalCount).toBe(0);
});

test("5,000 subscribers: are stored in ten calls of few statements, and updated in ten more", async () => {
  const environment = await service.newEnvironment("bare");
  const calls = Array.from({ length: 10 }, (_, call) =>
    Array.from({ length: 500 }, (__, n) => ({
      subscriberId: `user-${call}-${n}`,
      firstName: "Ada",
      lastName: `Lovelace ${n}`,
      email: `ada${n}@example.com`,
      phone: "+4930123456",
      data: { plan: "pro", n },
    })),
  );
  const { requests: pool } = service.databases;
  for (const outcome of ["created", "updated"]) {
    const before = pool.statementCount;
    for (const subscribers of calls) {
      const { status, body } = await environment.post(PATH, { subscribers });
      expect([status, body[outcome].length]).toEqual([201, 500]);
    }
    expect(pool.statementCount - before).toBeLessThanOrEqual(10 * STATEMENTS_OF_A_CALL);
  }
  expect((await environment.get("/v2/subscribers")).body.totalCount).toBe(5_000);
});

test("given concurrent bulk calls with the same subscribers in other orders, all succeed", async () => {
  const environment = await service.newEnvironment("bare");
  const ids = Array.from({ length: 200 }, (_, n) => `s${n}`);
  const answers = await Promise.all(
    [ids, ids.toReversed(), ids.toSorted(), ids].map((order) =>
      environment.post(PATH, { subscribers: named(...order) }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const createdCount = answers.reduce((sum, { body }) => sum + body.created.length, 0);
  const updatedCount = answers.reduce((sum, { body }) => sum + body.updated.length, 0);
  expect([createdCount, updatedCount]).toEqual([200, 600]);
});
