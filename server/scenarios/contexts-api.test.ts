import { expect, test } from "vitest";
import { inApp } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

const service = await useTestService();

const PATH = "/v2/contexts";
const list = async (environment: TestEnvironment, query: string) => {
  const { status, body } = await environment.get(`${PATH}?${query}`);
  expect(status).toBe(200);
  return { ...body, keys: body.data.map(({ type, id }: any) => `${type}:${id}`) };
};

test("contexts: created once, read, updated and deleted", async () => {
  const environment = await service.newEnvironment("bare");
  const acme = { type: "tenant", id: "acme", data: { name: "Acme", list: [1, null] } };
  const created = await environment.post(PATH, acme);
  expect([created.status, created.body]).toEqual([
    201,
    { ...acme, createdAt: expect.any(String), updatedAt: created.body.createdAt },
  ]);
  const twice = await environment.post(PATH, { ...acme, data: {} });
  expect([twice.status, twice.body.message]).toEqual([409, "Context tenant:acme already exists"]);
  expect((await environment.get(`${PATH}/tenant/acme`)).body).toEqual(created.body);

  const changed = await environment.patch(`${PATH}/tenant/acme`, { data: { plan: "pro" } });
  expect(changed.body).toMatchObject({ type: "tenant", id: "acme", createdAt: created.body.createdAt });
  expect(changed.body.data).toEqual({ plan: "pro" });
  expect((await environment.post(PATH, { type: "tenant", id: "bare" })).body.data).toEqual({});

  expect((await environment.delete(`${PATH}/tenant/acme`)).status).toBe(204);
  for (const gone of [
    await environment.get(`${PATH}/tenant/acme`),
    await environment.patch(`${PATH}/tenant/acme`, { data: {} }),
    await environment.delete(`${PATH}/tenant/acme`),
    await environment.get(`${PATH}/acme/tenant`),
  ]) {
    expect(gone.status).toBe(404);
    expect(gone.body.message).toMatch(/^Context \w+:\w+ was not found$/);
  }
});

test("contexts: an invalid type, id or data gets 422, which names the field", async () => {
  const environment = await service.newEnvironment("bare");
  for (const [field, body] of [
    ["type", { type: "a:b", id: "x" }],
    ["id", { type: "tenant", id: "" }],
    ["id", { type: "tenant", id: "x".repeat(101) }],
    ["data", { type: "tenant", id: "x", data: [] }],
    ["data", { type: "tenant", id: "x", data: { text: "x".repeat(70_000) } }],
  ] as const) {
    const answer = await environment.post(PATH, body);
    expect([answer.status, Object.keys(answer.body.errors)[0]]).toEqual([422, field]);
  }
  expect((await environment.patch(`${PATH}/a/b`, {})).body.errors).toHaveProperty("data");
  expect((await list(environment, "")).totalCount).toBe(0);
});

test("contexts: listed in pages, newest first, and found by type, id and a part of both", async () => {
  const environment = await service.newEnvironment("bare");
  const keys = ["tenant:a", "tenant:b", "region:a", "region:c", "tenant:d"];
  for (const key of keys) {
    const [type, id] = key.split(":");
    await environment.post(PATH, { type, id });
  }
  const first = await list(environment, "limit=2");
  expect(first).toMatchObject({ totalCount: 5, totalCountCapped: false, previous: null });
  expect(first.keys).toEqual(["tenant:d", "region:c"]);
  const second = await list(environment, `limit=2&after=${first.next}`);
  expect(second.keys).toEqual(["region:a", "tenant:b"]);
  expect((await list(environment, `limit=2&before=${second.previous}`)).keys).toEqual(first.keys);
  expect((await list(environment, "orderDirection=ASC")).keys).toEqual(keys);
  await environment.patch(`${PATH}/tenant/a`, { data: { changed: true } });
  const changed = await list(environment, "orderBy=updatedAt&limit=1");
  expect(changed.keys).toEqual(["tenant:a"]);
  expect((await list(environment, `orderBy=updatedAt&limit=1&after=${changed.next}`)).keys).toEqual([
    "tenant:d",
  ]);

  expect((await list(environment, "type=region")).keys).toEqual(["region:c", "region:a"]);
  expect((await list(environment, "id=a")).keys).toEqual(["region:a", "tenant:a"]);
  expect((await list(environment, "search=nt:")).keys).toEqual(["tenant:d", "tenant:b", "tenant:a"]);
  expect((await list(environment, "type=region&search=c&limit=1")).totalCount).toBe(1);
  expect((await list(environment, "after=no:such")).keys).toEqual([]);
});

test("contexts: created by triggers, read by templates, empty for templates after deletion", async () => {
  const environment = await service.newEnvironment("bare");
  await environment.post("/v1/integrations", { providerId: "svc", channel: "in_app", active: true });
  await environment.given.workflow("hello", [inApp("Hello {{ context.tenant.data.name }}")]);
  const content = async (context: object) => {
    const transactionId = await environment.trigger("hello", "ada", { context });
    await environment.finished(transactionId);
    const { body } = await environment.get(`/v1/messages?transactionId=${transactionId}`);
    return [body.data[0].content, body.data[0].contextKeys];
  };
  const named = { tenant: { id: "acme", data: { name: "Acme" } } };
  expect(await content(named)).toEqual(["Hello Acme", ["tenant:acme"]]);
  expect((await list(environment, "")).data).toMatchObject([
    { type: "tenant", id: "acme", data: { name: "Acme" } },
  ]);
  await environment.patch(`${PATH}/tenant/acme`, { data: { name: "Changed" } });
  expect(await content({ tenant: "acme" })).toEqual(["Hello Changed", ["tenant:acme"]]);
  await environment.delete(`${PATH}/tenant/acme`);
  expect(await content({ tenant: "acme" })).toEqual(["Hello ", ["tenant:acme"]]);
});
