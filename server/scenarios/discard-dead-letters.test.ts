import { beforeEach, expect, test } from "vitest";
import { useHttpReceiver } from "../testing/receivers.ts";
import { email } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import { signInOperator } from "../testing/test-dashboard.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt, NEW_YEAR } from "../testing/virtual-time.ts";

let isDown = true;
const provider = await useHttpReceiver((_call, response) => {
  response.writeHead(isDown ? 400 : 200).end('{"id":"p1"}');
});
const service = await useTestService();
beforeEach(() => {
  isDown = true;
  provider.calls.length = 0;
});

const person = (subscriberId: string) => ({ subscriberId, email: `${subscriberId}@example.com` });
const deadLetters = async (environment: TestEnvironment, query = "") =>
  (await environment.get(`/v1/dead-letters${query}`)).body;
const people = async (environment: TestEnvironment, query = "") =>
  (await deadLetters(environment, query)).data.map(({ subscriberId }: any) => subscriberId);
const discard = async (environment: TestEnvironment, body: object) =>
  (await environment.post("/v1/dead-letters/discard", body)).body;

/** Ada's mail was given up at New Year, bob's and cem's a day later. */
async function givenUp() {
  const environment = await frozenAt(service);
  await environment.given.integration("email-webhook", `${provider.url}/mail`);
  await environment.given.workflow("news", [email("Hello")]);
  const transactionId = await environment.trigger("news", person("ada"));
  await settled(environment);
  await advance(environment, 1, "days");
  // One after the other: two answers of the provider may come in any order.
  for (const name of ["bob", "cem"]) {
    await environment.trigger("news", person(name));
    await settled(environment);
  }
  const [cem, bob, ada] = (await deadLetters(environment)).data;
  return { environment, transactionId, ada, bob, cem };
}

test("discard: leaves the list, the counts and the replays; message and notification stay, and say who", async () => {
  const { environment, transactionId, ada } = await givenUp();
  expect(await discard(environment, { ids: [ada._id], dryRun: true })).toEqual({
    discarded: 1,
    skipped: 0,
    ids: [ada._id],
  });
  expect((await deadLetters(environment)).totalCount).toBe(3);
  expect(await discard(environment, { ids: [ada._id] })).toMatchObject({ discarded: 1, ids: [ada._id] });
  expect(await deadLetters(environment)).toMatchObject({ totalCount: 2, counts: { rejected: 2 } });
  expect((await environment.get("/v1/system")).body.deadLetters.count).toBe(2);
  const { now } = await settled(environment);
  const [listed] = (await deadLetters(environment, "?discarded=true")).data;
  expect(listed).toMatchObject({ ...ada, discardedAt: now, discardedBy: expect.stringMatching(/^API key /) });
  const [notification] = await environment.finished(transactionId);
  expect(notification).toMatchObject({ state: "failed", reason: { code: "provider_failed" } });
  const detail = notification.jobs[0].executionDetails.at(-1);
  expect(detail).toMatchObject({ code: "dead_letter_discarded", createdAt: now });
  expect(JSON.parse(detail.raw)).toEqual({
    discardedBy: listed.discardedBy,
    deadLetterId: ada._id,
    messageId: ada._messageId,
  });
  expect((await environment.get(`/v1/messages/${ada._messageId}`)).body.status).toBe("error");
});

test("discard: a discarded one is not replayed, and the replay says so; its message can be resent", async () => {
  const { environment, ada, bob } = await givenUp();
  await discard(environment, { ids: [ada._id] });
  isDown = false;
  const ids = [ada._id, bob._id];
  const { body } = await environment.post("/v1/dead-letters/replay", { ids });
  expect(body).toMatchObject({
    replayed: 1,
    ids: [bob._id],
    skipped: { reached: 0, gone: 0, discarded: 1 },
  });
  expect(await discard(environment, { ids })).toEqual({ discarded: 0, skipped: 2, ids: [] });
  await settled(environment);
  expect(provider.calls).toHaveLength(4);
  expect((await environment.post(`/v1/messages/${ada._messageId}/resend`)).status).toBe(200);
  await settled(environment);
  expect(provider.calls).toHaveLength(5);
});

test("discard and replay at the same moment: each dead letter is either sent again or discarded", async () => {
  const { environment } = await givenUp();
  isDown = false;
  const replay = () => environment.post("/v1/dead-letters/replay", { filter: {} });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => (n % 2 ? replay() : discard(environment, { filter: {} }))),
  );
  const sumOf = (name: string) =>
    answers.reduce((sum: number, answer: any) => sum + ((answer.body ?? answer)[name] ?? 0), 0);
  expect(sumOf("replayed") + sumOf("discarded")).toBe(3);
  await settled(environment);
  expect(provider.calls).toHaveLength(3 + sumOf("replayed"));
  expect((await deadLetters(environment)).totalCount).toBe(0);
});

test("time: the list, a replay and a discard take those that were given up between two moments", async () => {
  const { environment } = await givenUp();
  const second = "2026-01-02T00:00:00Z";
  expect(await people(environment, `?diedBefore=${NEW_YEAR}`)).toEqual(["ada"]);
  expect(await people(environment, `?diedAfter=${second}`)).toEqual(["cem", "bob"]);
  expect(await people(environment, `?diedAfter=${NEW_YEAR}&diedBefore=2026-01-01`)).toEqual(["ada"]);
  expect(await people(environment, "?diedAfter=2026-01-03")).toEqual([]);
  const dryRun = true;
  const diedAfter = second;
  expect(await discard(environment, { filter: { diedAfter }, dryRun })).toMatchObject({ discarded: 2 });
  const { body } = await environment.post("/v1/dead-letters/replay", {
    filter: { diedBefore: NEW_YEAR },
    dryRun,
  });
  expect(body.replayed).toBe(1);
  await discard(environment, { filter: { diedAfter, subscriberId: "bob" } });
  expect(await people(environment)).toEqual(["cem", "ada"]);
});

test("bad input: no selection, wrong moments, and ids of others change nothing", async () => {
  const { environment, ada } = await givenUp();
  const answer = async (body: object) => (await environment.post("/v1/dead-letters/discard", body)).status;
  expect(await answer({})).toBe(400);
  expect(await answer({ ids: [] })).toBe(422);
  expect(await answer({ ids: ["x"] })).toBe(422);
  expect(await answer({ filter: { diedAfter: "2026-02-01", diedBefore: "2026-01-01" } })).toBe(400);
  const { status, body } = await environment.post("/v1/dead-letters/discard", {
    filter: { diedAfter: "soon" },
  });
  expect([status, Object.keys(body.errors)]).toEqual([422, ["filter.diedAfter"]]);
  expect((await environment.get("/v1/dead-letters?diedBefore=2026-02-31")).status).toBe(422);
  const other = await frozenAt(service);
  expect(await discard(other, { ids: [ada._id] })).toEqual({ discarded: 0, skipped: 1, ids: [] });
  expect((await deadLetters(environment)).totalCount).toBe(3);
});

test("from the dashboard: the record names the session", async () => {
  const { environment, ada } = await givenUp();
  const page = await signInOperator(service, "Grace");
  const path = `/dashboard/api/${environment.id}/v1/dead-letters/discard`;
  expect((await page.call("POST", path, { ids: [ada._id] })).status).toBe(200);
  const [letter] = (await deadLetters(environment, "?discarded=true")).data;
  expect(letter.discardedBy).toBe("Grace");
});
