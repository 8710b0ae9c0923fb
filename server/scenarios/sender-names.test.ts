import { expect, test } from "vitest";
import { useSmtpReceiver } from "../testing/receivers.ts";
import { email } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

/** The name of a mail's sender, which an integration states. */

const service = await useTestService();
const smtp = await useSmtpReceiver();
const account = (senderName: string) => ({
  host: "127.0.0.1",
  port: smtp.port,
  from: "desk@example.org",
  requireTls: false,
  senderName,
});

test("a sender's name that looks like an encoded word arrives as it was written", async () => {
  const environment = await service.newEnvironment("bare");
  const name = `=?utf-8?b?${Buffer.from("Your bank").toString("base64")}?=`;
  await environment.given.integration("nodemailer", account(name), { check: false });
  await environment.given.workflow("one", [email("<p>x</p>", { subject: "Hi" })]);
  const to = { subscriberId: "ada", email: "ada@example.com" };
  await environment.finished(await environment.trigger("one", to));
  expect(smtp.mails.map(({ mail }) => mail.from)).toMatchObject([{ name, address: "desk@example.org" }]);
});

test.each([
  ["a line break", "Desk\r\nBcc: evil@example.com"],
  ["a line feed", "Desk\nX"],
  ["a bell", "Desk\u0007"],
  ["a separator of lines", "Desk\u2028X"],
  ["another control character", "Desk\u001b[2J"],
])(
  "a sender's name with %s is refused when the integration is saved, and nothing changes",
  async (_, senderName) => {
    const environment = await service.newEnvironment("bare");
    const refused = (body: any) => [body.statusCode, Object.keys(body.errors ?? {})];
    const integration = { providerId: "nodemailer", channel: "email", active: true, check: false };
    const created = await environment.post("/v1/integrations", {
      ...integration,
      credentials: account(senderName),
    });
    expect([created.status, refused(created.body)]).toEqual([422, [422, ["credentials.senderName"]]]);
    expect((await environment.get("/v1/integrations")).body).toEqual([]);
    const { _id } = await environment.given.integration("nodemailer", account("Desk"), { check: false });
    const path = `/v1/integrations/${_id}`;
    const changed = await environment.put(path, { credentials: account(senderName), check: false });
    expect([changed.status, refused(changed.body)]).toEqual([422, [422, ["credentials.senderName"]]]);
    const [kept] = (await environment.get("/v1/integrations")).body;
    expect(kept.credentials.senderName).toBe("Desk");
  },
);
