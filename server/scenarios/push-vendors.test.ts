import { beforeEach, expect, test } from "vitest";
import { SERVICE_ACCOUNT } from "../src/simulator/service-account.ts";
import { useHttpReceiver } from "../testing/receivers.ts";
import { push } from "../testing/steps.ts";
import { useTestMachines } from "../testing/test-process.ts";
import { useTestService } from "../testing/test-service.ts";
import { webPushBrowser } from "../testing/web-push-browser.ts";

const vendor = await useHttpReceiver(({ path, body }, response) => {
  if (path === "/token") return response.end('{"access_token":"ya29.secret","expires_in":3599}');
  if (path.includes("gone")) return response.writeHead(410).end();
  response.writeHead(201).end(JSON.stringify({ name: `message for ${body.message?.token.length}` }));
});
const service = await useTestService();
const newMachine = useTestMachines();

beforeEach(() => vendor.calls.splice(0));

test("Web Push: with keys of the CLI, a browser gets the message; one that unsubscribed is removed", async () => {
  const machine = await newMachine();
  const { stdout } = await machine.run(["vapid-keys", "--json"]);
  const environment = await service.newEnvironment("bare");
  const credentials = { ...JSON.parse(stdout), from: "mailto:ops@example.com" };
  await environment.given.integration("web-push", credentials, { check: true });
  const [laptop, phone] = [webPushBrowser(vendor.url), webPushBrowser(vendor.url, "gone")];
  await environment.given.subscriber("ada", { firstName: "Ada" });
  await environment.given.credentials("ada", "web-push", { deviceTokens: [phone.token, laptop.token] });
  await environment.given.workflow("news", [push("Hi {{subscriber.firstName}}", { subject: "News" })]);

  const [notification] = await environment.finished(await environment.trigger("news", "ada"));
  expect(notification.jobs[0].status).toBe("completed");
  const call = vendor.calls.find(({ path }) => path === laptop.path);
  const received = JSON.parse(laptop.decrypt(call?.bytes));
  expect(received).toEqual({ id: call?.headers.topic, title: "News", body: "Hi Ada" });
  const { body } = await environment.get("/v2/subscribers/ada");
  expect(body.channels[0].credentials.deviceTokens).toEqual([laptop.token]);
});

test("Web Push: keys that are no pair are refused when the integration is checked", async () => {
  const environment = await service.newEnvironment("bare");
  const credentials = { apiKey: "a", secretKey: "b", from: "ops@example.com" };
  const integration = { providerId: "web-push", channel: "push", name: "Web", active: true, check: true };
  const { status, body } = await environment.post("/v1/integrations", { ...integration, credentials });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain("not a pair of VAPID keys");
});

test("FCM: one access token serves all subscribers of a topic, and no answer shows it or the key", async () => {
  const environment = await service.newEnvironment("bare");
  const credentials = { serviceAccount: JSON.stringify(SERVICE_ACCOUNT), baseUrl: vendor.url };
  await environment.given.integration("fcm", credentials);
  const names = ["ada", "bob", "cyd"];
  await environment.given.topic("team", names);
  for (const name of names) {
    await environment.given.credentials(name, "fcm", { deviceTokens: [`${name}-phone`, `${name}-tablet`] });
  }
  await environment.given.workflow("news", [push("Hello", { subject: "News" })]);
  const to = { type: "Topic", topicKey: "team" };
  const notifications = await environment.finished(await environment.trigger("news", to), 3);
  expect(notifications.map(({ jobs }: any) => jobs[0].status)).toEqual(Array(3).fill("completed"));
  const sent = vendor.calls.filter(({ path }) => path.endsWith("messages:send"));
  expect(sent.map(({ body }) => body.message.token).sort()).toEqual(
    names.flatMap((name) => [`${name}-phone`, `${name}-tablet`]),
  );
  expect(vendor.calls.filter(({ path }) => path === "/token")).toHaveLength(1);
  const shown = JSON.stringify([notifications, (await environment.get("/v1/integrations")).body]);
  expect(shown).not.toContain("ya29.secret");
  expect(shown).not.toContain("PRIVATE KEY");
});
