import { expect, test } from "vitest";
import { delay, email, inApp, lasting, step } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { frozenAt, sentBy } from "../testing/virtual-time.ts";

const service = await useTestService();

/** The versions of a workflow: guarded writes, the list, each one as it was, and its restoration. */

const NOON = "2026-06-01T12:00:00.000Z";
const PATH = "/v2/workflows/news";

const write = (environment: TestEnvironment, text: string, query = "") =>
  environment.put(`${PATH}${query}`, { name: "News", steps: [inApp(text)] });

async function withVersions(...texts: string[]): Promise<TestEnvironment> {
  const environment = await service.newEnvironment("bare");
  await environment.given.workflow("news", [inApp("v1")]);
  for (const text of texts) expect((await write(environment, text)).status).toBe(200);
  return environment;
}

test("given another version than expected, an update gets 409 with the current one and changes nothing", async () => {
  const environment = await withVersions("v2");
  const before = (await environment.get(PATH)).body;
  expect(before.version).toBe(2);
  const refused = await write(environment, "mine", "?ifVersion=1");
  expect([refused.status, refused.body.version]).toEqual([409, 2]);
  expect(refused.body.message).toContain('Workflow "news" has version 2, not 1');
  expect((await environment.get(PATH)).body).toEqual(before);
  const saved = await write(environment, "mine", "?ifVersion=2");
  expect([saved.status, saved.body.version]).toEqual([200, 3]);
  for (const nonsense of ["0", "-1", "1.5", "x", "99999999999"]) {
    expect((await write(environment, "bad", `?ifVersion=${nonsense}`)).status, nonsense).toBe(422);
  }
  expect((await environment.get(PATH)).body.version).toBe(3);
});

test("given ten concurrent updates of one version, exactly one is stored", async () => {
  const environment = await withVersions();
  const texts = Array.from({ length: 10 }, (_, index) => `text ${index}`);
  const answers = await Promise.all(texts.map((text) => write(environment, text, "?ifVersion=1")));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  const winner = texts[answers.findIndex(({ status }) => status === 200)];
  const { body } = await environment.get(PATH);
  expect([body.version, body.steps[0].controlValues.body]).toEqual([2, winner]);
});

test("the list has the newest version first, page by page, and each version as it was", async () => {
  const environment = await withVersions("v2", "v3", "v4");
  const first = (await environment.get(`${PATH}/versions?limit=3`)).body;
  expect(first.data.map((one: any) => [one.version, one.isCurrent])).toEqual([
    [4, true],
    [3, false],
    [2, false],
  ]);
  expect(first).toMatchObject({ next: 2, totalCount: 4, waitingCapped: false });
  const second = (await environment.get(`${PATH}/versions?limit=3&after=${first.next}`)).body;
  expect(second.data.map((one: any) => one.version)).toEqual([1]);
  expect(second.next).toBeNull();
  for (const one of [...first.data, ...second.data]) {
    const { status, body } = await environment.get(`${PATH}/versions/${one.version}`);
    expect([status, body.version, body.steps[0].controlValues.body]).toEqual([
      200,
      one.version,
      `v${one.version}`,
    ]);
    expect(body.updatedAt).toBe(one.createdAt);
  }
  expect((await environment.get(`${PATH}/versions/4`)).body).toEqual((await environment.get(PATH)).body);
});

test("an unknown version is a 404 that names the current one; another environment finds none", async () => {
  const environment = await withVersions("v2");
  const stranger = await service.newEnvironment("bare");
  for (const number of ["3", "0", "-1", "1.0", "01", "x", "9999999999", "%F0%9F%90%A6"]) {
    for (const answer of [
      await environment.get(`${PATH}/versions/${number}`),
      await environment.post(`${PATH}/versions/${number}/restore`),
    ]) {
      expect([answer.status, answer.body.version], number).toEqual([404, 2]);
      expect(answer.body.message).toContain("its current version is 2");
    }
  }
  const { _id } = (await environment.get(PATH)).body;
  for (const path of ["versions", "versions/1"]) {
    expect((await stranger.get(`/v2/workflows/${_id}/${path}`)).status).toBe(404);
  }
  expect((await stranger.post(`/v2/workflows/${_id}/versions/1/restore`)).status).toBe(404);
});

test("waiting notifications are counted by version; an update with migrate moves exactly these", async () => {
  const environment = await frozenAt(service, NOON);
  const waits = [delay(lasting(1, "hours")), inApp("late")];
  await environment.given.workflow("news", waits);
  await environment.given.workflow("other", waits);
  for (const to of ["ada", "bob"]) await environment.trigger("news", to);
  await environment.trigger("other", "ada");
  await settled(environment);
  const rewritten = { name: "News", steps: [...waits, email("more")] };
  await environment.put(PATH, rewritten);
  await environment.trigger("news", "cleo");
  await settled(environment);
  const counts = async () =>
    (await environment.get(`${PATH}/versions`)).body.data.map((one: any) => [
      one.version,
      one.waitingNotifications,
    ]);
  expect(await counts()).toEqual([
    [2, 1],
    [1, 2],
  ]);
  await environment.put(`${PATH}?migrate=true`, { ...rewritten, name: "Renamed" });
  expect(await counts()).toEqual([
    [3, 3],
    [2, 0],
    [1, 0],
  ]);
});

test("restoring a version stores its content as a new one with the same step ids; triggers send it", async () => {
  const environment = await frozenAt(service, NOON);
  const steps = [inApp("v1"), step("custom", "sum", { value: "{{ payload.n }}" })];
  const made = await environment.given.workflow("news", steps, { tags: ["old"], description: "First" });
  await environment.put(PATH, { name: "Other", steps: [inApp("v2")] });
  const guarded = await environment.post(`${PATH}/versions/1/restore?ifVersion=1`);
  expect([guarded.status, guarded.body.version]).toEqual([409, 2]);
  const { status, body } = await environment.post(`${PATH}/versions/1/restore?ifVersion=2`);
  expect([status, body.version]).toEqual([200, 3]);
  const { updatedAt: _, version: _version, ...content } = body;
  expect(made).toMatchObject(content);
  await environment.given.trigger("news");
  expect(await sentBy(environment)).toEqual([["v1", NOON]]);
  const again = await environment.post(`${PATH}/versions/1/restore`);
  expect([again.status, again.body.version]).toEqual([200, 3]);
});
