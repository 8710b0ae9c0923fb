import { Novu as Old } from "@novu/api-1.8.0";
import { Novu as New } from "@novu/api-3.19.1";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestHouse, type TestHouse } from "../../testing/test-house.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse({ brand: "novu" });
});
afterAll(() => house.close());
const mail = { name: "Mail", type: "email", controlValues: { subject: "Hi {{payload.x}}", body: "b" } };
test("story", async () => {
  const env = await house.newEnvironment("furnished");
  const a = await env.post("/v2/workflows", {
    name: "Foo Bär",
    workflowId: "foo",
    steps: [
      mail,
      { name: "Wait", type: "delay", controlValues: { amount: 5, unit: "seconds" } },
      { name: "In", type: "in_app" },
    ],
    tags: ["t1"],
  });
  expect(a.status).toBe(201);
  console.log(
    JSON.stringify(
      { ...a.body, steps: a.body.steps.map((s: any) => ({ ...s, controls: 0, variables: 0 })) },
      null,
      1,
    ),
  );
  const many = await Promise.all(
    Array.from({ length: 30 }, () =>
      env.post("/v2/workflows", { name: "Foo", workflowId: "foo", steps: [] }),
    ),
  );
  console.log(
    many
      .map((m) => m.status + ":" + (m.body.workflowId ?? m.body.message))
      .sort()
      .join(" "),
  );
  for (const ref of ["foo", a.body._id, a.body.slug, a.body._id.toUpperCase()])
    expect((await env.get(`/v2/workflows/${ref}`)).body._id).toBe(a.body._id);
  for (const ref of ["mail", a.body.steps[0]._id, a.body.steps[0].slug]) {
    const r = await env.get(`/v2/workflows/${a.body.slug}/steps/${ref}`);
    expect(r.status).toBe(200);
    expect(r.body._id).toBe(a.body.steps[0]._id);
  }
  console.log(
    (await env.get("/v2/workflows/nope")).body,
    (await env.get("/v2/workflows/foo/steps/nope")).body,
    (await env.get("/v2/workflows/nope/steps/nope")).status,
  );
  const l = await env.get("/v2/workflows?limit=2&offset=1&orderBy=name&orderDirection=ASC");
  console.log(
    l.status,
    l.body.totalCount,
    l.body.workflows.map((w: any) => w.name),
  );
  for (const q of [
    "offset=500",
    "orderBy=lastTriggeredAt",
    "query=FOO%20b",
    "tags=t1",
    "tags=t1&tags=sample",
    "status=ERROR",
    "status=ACTIVE&status=INACTIVE&limit=3&offset=2",
    "orderBy=updatedAt&orderDirection=ASC",
    "status=WHAT",
    "limit=0",
    "query=%25",
  ]) {
    const r = await env.get("/v2/workflows?" + q);
    console.log(q, r.status, r.body.totalCount, r.body.workflows?.length);
  }
  const p = await env.patch("/v2/workflows/foo", { active: false });
  console.log(p.status, p.body.active, p.body.status, p.body.updatedAt !== a.body.updatedAt);
  const put = await env.put("/v2/workflows/foo", {
    name: "Renamed",
    steps: [
      { ...mail, stepId: "mail" },
      { name: "Sms", type: "sms", controlValues: { body: "{{steps.mail.x}}" } },
    ],
  });
  console.log(
    put.status,
    put.body.active,
    put.body.steps.map((s: any) => [s._id === a.body.steps[0]._id, s.stepId, s.issues]),
  );
  const puts = await Promise.all(
    Array.from({ length: 20 }, (_, i) => env.put("/v2/workflows/foo", { name: "R" + i, steps: [mail] })),
  );
  console.log(puts.map((x) => x.status).join(" "));
  const rows = await house.database.query({
    text:
      "select version, count(*) from workflow_versions where workflow_id='" +
      a.body._id +
      "' group by 1 order by 1",
    values: [],
  } as any);
  console.log(rows);
  for (const body of [
    {},
    { name: "x", workflowId: "x", steps: [{ name: "a", type: "bogus" }] },
    { name: "x", workflowId: "x", steps: [{ name: "a", type: "throttle" }] },
    { name: "x", workflowId: "Bad Id", steps: [] },
    {
      name: "x",
      workflowId: "x",
      steps: [
        { ...mail, stepId: "a" },
        { ...mail, stepId: "a" },
      ],
    },
    { name: "x", workflowId: "x", steps: Array(21).fill(mail) },
    {
      name: "'; drop table--",
      workflowId: "x",
      steps: [
        {
          ...mail,
          name: "💥".repeat(30),
          controlValues: {
            subject: "{% raw %}{{{{",
            constructor: 1,
            toString: "x",
            hasOwnProperty: "{{a}}",
            body: "{{ payload['constructor'].__proto__ }}",
          },
        },
      ],
    },
    { name: "x", workflowId: "x", steps: [], preferences: { user: { all: 5 } } },
    { name: "x", workflowId: "x", steps: [{ ...mail, controlValues: "x" }] },
  ]) {
    const r = await env.post("/v2/workflows", body);
    console.log(
      r.status,
      r.body.message,
      JSON.stringify(r.body.errors ?? r.body.steps?.[0]?.issues)?.slice(0, 300),
    );
  }
  for (const [N, k] of [
    [Old, "secretKey"],
    [New, "secretKey"],
  ] as any) {
    const sdk = new N({ [k]: env.apiKey, serverURL: house.url, retryConfig: { strategy: "none" } });
    console.log("list", (await sdk.workflows.list({})).result.totalCount);
    const made = await sdk.workflows.create({
      name: "Sdk",
      workflowId: "sdk",
      steps: [
        { name: "E", type: "email", controlValues: { subject: "s" } },
        { name: "I", type: "in_app", controlValues: {} },
        { name: "D", type: "digest", controlValues: { amount: 2, unit: "hours" } },
        { name: "D", type: "delay", controlValues: { amount: 2, unit: "hours" } },
        { name: "P", type: "push", controlValues: {} },
        { name: "S", type: "sms" },
        { name: "C", type: "chat" },
      ],
    });
    console.log(
      "made",
      made.result.workflowId,
      made.result.steps.map((s: any) => s.type + ":" + s.stepId),
    );
    const got = await sdk.workflows.get(made.result.slug);
    console.log(got.result.status, got.result.steps.length);
    const st = await sdk.workflows.steps.retrieve(made.result.slug, "d-1");
    console.log(Object.keys(st.result));
    for (const s of ["e", "i", "d", "p", "s", "c"]) await sdk.workflows.steps.retrieve("sdk", s);
    const up = await sdk.workflows.update(
      {
        name: "Sdk2",
        origin: "novu-cloud",
        preferences: { user: null },
        steps: got.result.steps.map((s: any) => ({
          id: s.id,
          name: s.name,
          type: s.type,
          controlValues: s.controlValues,
        })),
      },
      made.result.id,
    );
    console.log(
      "up",
      up.result.name,
      up.result.steps.every((s: any, i: number) => s.id === got.result.steps[i].id),
    );
    console.log(
      "patched",
      (await sdk.workflows.patch({ active: true, name: "n" }, made.result.slug)).result.active,
    );
    await sdk.workflows.delete("sdk");
    console.log((await env.get("/v2/workflows/sdk")).status);
  }
  console.log((await env.delete("/v2/workflows/foo")).status, (await env.delete("/v2/workflows/foo")).status);
  const fill = await Promise.all(
    Array.from({ length: 90 }, (_, i) =>
      env.post("/v2/workflows", { name: "F", workflowId: "fill", steps: [] }),
    ),
  );
  const c: any = {};
  for (const f of fill)
    c[f.status + (f.body.message ?? "")] = (c[f.status + (f.body.message ?? "")] ?? 0) + 1;
  console.log(c);
});
