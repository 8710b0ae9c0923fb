import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { useHttpReceiver } from "../testing/receivers.ts";
import { sms } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

const web = await useHttpReceiver((_call, response) => response.end("{}"));
const service = await useTestService();

const MAQSAM = {
  providerId: "maqsam",
  channel: "sms",
  name: "Imported",
  credentials: { apiKey: "a-secret-key" },
};

test("an integration of a vendor without a provider: is stored, listed, updated and deleted", async () => {
  const environment = await service.newEnvironment("bare");
  const created = await environment.post("/v1/integrations", MAQSAM);
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({ providerId: "maqsam", active: false, primary: false });
  expect(JSON.stringify(created.body)).not.toContain("a-secret-key");
  const path = `/v1/integrations/${created.body._id}`;
  expect((await environment.put(path, { name: "Renamed" })).body).toMatchObject({ name: "Renamed" });
  const listed = await environment.get("/v1/integrations");
  expect(listed.body.map(({ name }: any) => name)).toContain("Renamed");
  expect((await environment.delete(path)).status).toBe(200);
  expect(JSON.stringify((await environment.get("/v1/integrations")).body)).not.toContain("Renamed");
});

test("a step that uses it fails with a detail that names the generic provider of the channel", async () => {
  const environment = await service.newEnvironment("bare");
  await environment.post("/v1/integrations", { ...MAQSAM, active: true });
  await environment.given.workflow("otp", [sms("Hello")]);
  const [notification] = await environment.finished(await environment.trigger("otp", ada));
  expect(notification.jobs[0].status).toBe("failed");
  const last = notification.jobs[0].executionDetails.at(-1);
  expect(last).toMatchObject({ status: "Failed", source: "Credentials", providerId: "maqsam" });
  expect(JSON.stringify(last)).toContain("generic-sms");
});

test("another integration of the channel sends instead", async () => {
  const environment = await service.newEnvironment("bare");
  await environment.post("/v1/integrations", { ...MAQSAM, active: true });
  await environment.given.integration("generic-sms", `${web.url}/sms`);
  await environment.given.workflow("otp", [sms("Hello")]);
  const [notification] = await environment.finished(await environment.trigger("otp", ada));
  expect(notification.jobs[0].status).toBe("completed");
  expect(web.calls).toHaveLength(1);
});

test("GET /v1/providers: has every id, and says which can send", async () => {
  const environment = await service.newEnvironment("bare");
  const { body } = await environment.get("/v1/providers");
  const one = (id: string) => body.find((provider: any) => provider.id === id);
  expect(one("maqsam")).toEqual({
    id: "maqsam",
    channel: "sms",
    displayName: "Maqsam",
    fields: [],
    canSend: false,
  });
  expect(one("twilio")).toMatchObject({ canSend: true });
});

test("Clickatell: an SMS gateway, refused for e-mail", async () => {
  const environment = await service.newEnvironment("bare");
  const clickatell = { providerId: "clickatell", credentials: { apiKey: "key" } };
  expect((await environment.post("/v1/integrations", { ...clickatell, channel: "sms" })).status).toBe(201);
  const refused = await environment.post("/v1/integrations", { ...clickatell, channel: "email" });
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toContain("is not one of the channel email");
});
