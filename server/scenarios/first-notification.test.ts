import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { useTestService } from "../testing/test-service.ts";

const service = await useTestService();

test("sample workflow: a trigger puts the message into the inbox and the outbox", async () => {
  const environment = await service.newEnvironment();
  const transactionId = await environment.trigger("welcome", ada, {
    payload: { text: "Tom & <b>Jerry</b>" },
  });
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs.map((job: any) => [job.type, job.status])).toEqual([
    ["in_app", "completed"],
    ["email", "completed"],
  ]);

  const { body: page } = await environment.get(`/v1/messages?transactionId=${transactionId}`);
  expect(page).toMatchObject({ totalCount: 2, hasMore: false, page: 0, pageSize: 10 });
  const [email, inApp] = page.data;
  expect(inApp).toMatchObject({
    channel: "in_app",
    status: "sent",
    subject: "Welcome, Ada",
    cta: {},
    read: false,
  });
  expect(inApp.content).toContain("Tom &amp; &lt;b&gt;Jerry&lt;/b&gt;");
  expect(email).toMatchObject({
    channel: "email",
    status: "sent",
    email: "ada@example.com",
    providerId: "svc-email",
  });

  const mails = await readdir(service.outboxDirectory);
  expect(mails).toHaveLength(1);
  const mail = await PostalMime.parse(await readFile(join(service.outboxDirectory, mails[0] as string)));
  expect(mail.to?.[0]?.address).toBe("ada@example.com");
  expect(mail.subject).toBe("Welcome, Ada");
  expect(mail.html).toContain("Tom &amp; &lt;b&gt;Jerry");
});

test("notification: its jobs state what happened at each step, and why", async () => {
  const environment = await service.newEnvironment();
  const transactionId = await environment.trigger("welcome", ada);
  const [listed] = await environment.finished(transactionId);
  const { status, body } = await environment.get(`/v1/notifications/${listed._id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    transactionId,
    channels: ["in_app", "email"],
    subscriber: { subscriberId: "ada", firstName: "Ada" },
    template: { name: "Welcome", triggers: [{ type: "event", identifier: "welcome" }] },
    severity: "none",
  });
  const [inApp, email] = body.jobs;
  expect(inApp.executionDetails.map((detail: any) => detail.detail)).toEqual([
    "Step queued",
    "Message created",
    "Message sent",
  ]);
  expect(inApp.providerId).toBe("svc");
  expect(email.executionDetails.at(-1)).toMatchObject({
    status: "Success",
    detail: "Message sent",
    isRetry: false,
  });
});

test("transactionId: a repeated trigger with equal content gets 201 and creates nothing", async () => {
  const environment = await service.newEnvironment();
  const request = { name: "welcome", to: "ada", transactionId: "once", payload: { a: 1, b: { c: 2 } } };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => environment.post("/v1/events/trigger", request)),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
  expect(new Set(answers.map((answer) => answer.body.transactionId))).toEqual(new Set(["once"]));
  await environment.finished("once");
  const reordered = { ...request, payload: { b: { c: 2 }, a: 1 } };
  expect((await environment.post("/v1/events/trigger", reordered)).status).toBe(201);
  expect((await environment.get("/v1/messages?transactionId=once")).body.totalCount).toBe(2);

  const other = await environment.post("/v1/events/trigger", { ...request, payload: { a: 2 } });
  expect(other.status).toBe(422);
  expect(other.body.errors.transactionId.messages[0]).toContain("used before");
});

test("API key: gives access to its own environment only", async () => {
  const [one, other] = [await service.newEnvironment(), await service.newEnvironment()];
  const transactionId = await one.trigger("welcome", ada);
  const [notification] = await one.finished(transactionId);
  expect((await other.get(`/v1/notifications/${notification._id}`)).status).toBe(404);
  expect((await other.get(`/v1/messages?transactionId=${transactionId}`)).body.totalCount).toBe(0);
  expect((await other.get("/v2/subscribers")).body.totalCount).toBe(0);
});
