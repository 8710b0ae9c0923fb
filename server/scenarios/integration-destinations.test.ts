import { expect, test } from "vitest";
import { useTestService } from "../testing/test-service.ts";

const service = await useTestService();

const mails = (credentials: object) => ({
  providerId: "nodemailer",
  channel: "email",
  identifier: "mails",
  credentials: { from: "a@example.com", ...credentials },
});
const hook = (webhookUrl: string) => ({
  providerId: "email-webhook",
  channel: "email",
  identifier: "hook",
  credentials: { webhookUrl },
});

/** The test service allows 127.0.0.0/8 and ::1; private networks stand for destinations that an operator forgot. */
test.each([
  ["10.1.2.3:25", "credentials.host", mails({ host: "10.1.2.3", port: "25" })],
  ["[fd00::1]:587", "credentials.host", mails({ host: "fd00::1" })],
  ["mail.example.com:26", "credentials.host", mails({ host: "mail.example.com", port: "26" })],
  ["metadata:25", "credentials.host", mails({ host: "metadata", port: "25" })],
  ["192.168.1.9:80", "credentials.webhookUrl", hook("http://192.168.1.9/mail")],
  ["192.0.2.1:9443", "credentials.webhookUrl", hook("https://192.0.2.1:9443/mail")],
])("destination %s: creation is refused, naming %s and the setting", async (entry, field, body) => {
  const environment = await service.newEnvironment("bare");
  const { status, body: answer } = await environment.post("/v1/integrations", body);
  expect([status, Object.keys(answer.errors)]).toEqual([422, [field]]);
  expect(answer.errors[field].messages[0]).toContain(`add ${entry} to the setting TIDINGS_OUTBOUND_ALLOW`);
  expect((await environment.get("/v1/integrations")).body).toEqual([]);
});

test("given a webhook URL with another scheme, the refusal names no setting, since none allows it", async () => {
  const environment = await service.newEnvironment("bare");
  const { status, body } = await environment.post("/v1/integrations", hook("ftp://files.example.com/x"));
  expect(status).toBe(422);
  expect(body.errors["credentials.webhookUrl"].messages[0]).not.toContain("TIDINGS_OUTBOUND_ALLOW");
});

test("given an allowed destination, an update to a forbidden one is refused and changes nothing", async () => {
  const environment = await service.newEnvironment("bare");
  const created = await environment.post("/v1/integrations", mails({ host: "127.0.0.1", port: 2525 }));
  expect([created.status, created.body.credentials.port]).toEqual([201, "2525"]);
  const path = `/v1/integrations/${created.body._id}`;
  const credentials = { from: "a@example.com", host: "10.0.0.1", port: 2525 };
  const moved = await environment.put(path, { credentials });
  expect([moved.status, Object.keys(moved.body.errors)]).toEqual([422, ["credentials.host"]]);
  const [stored] = (await environment.get("/v1/integrations")).body;
  expect(stored.credentials.host).toBe("127.0.0.1");
});

test("given a numeric SMTP port, it is stored as text; an invalid one is refused", async () => {
  const environment = await service.newEnvironment("bare");
  const { body } = await environment.post("/v1/integrations", mails({ host: "127.0.0.1", port: 2525 }));
  expect(body.credentials.port).toBe("2525");
  const again = { credentials: { from: "a@example.com", host: "127.0.0.1", port: 2526 } };
  expect((await environment.put(`/v1/integrations/${body._id}`, again)).body.credentials.port).toBe("2526");
  for (const port of [0, 70_000, 2.5, true, [25]]) {
    const refused = await environment.post("/v1/integrations", mails({ host: "127.0.0.1", port }));
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([
      422,
      ["credentials.port", "general"],
    ]);
  }
});
