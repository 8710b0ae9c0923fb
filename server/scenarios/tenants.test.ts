import { expect, test } from "vitest";
import { NOVU_CLIENTS } from "../testing/novu-clients.ts";
import { inApp } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

/** A tenant, in the words of older clients, is a stored context of the type `tenant`. */

const service = await useTestService({ brand: "novu" });

/** An environment with the tenant `acme`. */
async function withTenant() {
  const environment = await service.newEnvironment();
  await environment.given.workflow("plan", [
    inApp("{{ context.tenant.id }}: {{ context.tenant.data.plan }}"),
  ]);
  const context = { tenant: { id: "acme", data: { plan: "gold" } } };
  await environment.finished(await environment.trigger("plan", "ada", { context }));
  return environment;
}

test.each(NOVU_CLIENTS)(
  "given an unknown tenant, @novu/api $version gets no_tenant_found and nothing is sent",
  async ({ open }) => {
    const environment = await withTenant();
    const novu = open(service, environment);
    const event = { workflowId: "plan", to: "eve", tenant: "nobody", transactionId: "t1" };
    const answer = { acknowledged: true, status: "no_tenant_found", transactionId: "t1" };
    expect((await novu.trigger(event)).result).toEqual(answer);
    const object = { ...event, tenant: { identifier: "no/body", name: "No", data: { plan: "x" } } };
    expect((await novu.trigger(object)).result).toEqual(answer);
    const broadcast = { name: "plan", payload: {}, tenant: "nobody", transactionId: "t1" };
    expect((await novu.triggerBroadcast(broadcast)).result).toEqual(answer);
    const known = { ...event, tenant: "acme", transactionId: "t2" };
    const bulk = (await novu.triggerBulk({ events: [event, known] })).result;
    expect(bulk.map(({ status }: any) => status)).toEqual(["no_tenant_found", "processed"]);
    await environment.finished("t2");
    expect((await environment.get("/v1/notifications")).body.data).toHaveLength(2);
    expect((await environment.get("/v1/notifications?transactionId=t1")).body.data).toEqual([]);
  },
);

test("given a known tenant, texts see it as their context, and its data stays", async () => {
  const environment = await withTenant();
  const tenants = ["acme", { identifier: "acme", name: "Acme", data: { plan: "lead" } }];
  for (const [at, tenant] of tenants.entries()) {
    const body = { name: "plan", to: "eve", tenant, transactionId: `t${at}` };
    expect((await environment.post("/v1/events/trigger", body)).body.status).toBe("processed");
    const [event] = await environment.finished(`t${at}`);
    expect(event.contextKeys).toEqual(["tenant:acme"]);
  }
  const { data } = (await environment.get("/v1/messages")).body;
  expect(data.map(({ content }: any) => content)).toEqual(Array(3).fill("acme: gold"));
});

test("given a tenant that the same trigger names as a context, the trigger is accepted", async () => {
  const environment = await service.newEnvironment();
  const trigger = { name: "welcome", to: "eve", tenant: "new", context: { tenant: "new" } };
  expect((await environment.post("/v1/events/trigger", trigger)).body.status).toBe("processed");
  const other = { ...trigger, tenant: "other", context: { tenant: "new" } };
  expect((await environment.post("/v1/events/trigger", other)).body.status).toBe("no_tenant_found");
});

test("given an unknown tenant, an explanation says so and names no recipient", async () => {
  const environment = await withTenant();
  const { status, body } = await environment.post("/v1/events/trigger/explain", {
    name: "plan",
    to: "eve",
    tenant: "nobody",
  });
  expect([status, body.status, body.recipients]).toEqual([200, "no_tenant_found", []]);
});
