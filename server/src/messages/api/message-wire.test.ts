import { Message, schemaInBrand } from "@tidings/contract";
import { Compile } from "typebox/compile";
import { describe, expect, it } from "vitest";
import { type StepId, type SubscriberId, subscriberKeyOf, type WorkflowId } from "../../foundation/ids.ts";
import type { ListedMessage } from "../message-list-store.ts";
import { toMessage } from "./message-wire.ts";

const AT = new Date("2026-01-02T03:04:05.678Z");
const ISO = "2026-01-02T03:04:05.678Z";
const environment = {
  id: "e".repeat(24),
  organizationId: "a".repeat(24),
  name: "Test",
  isTest: false,
  defaultZone: "UTC",
  createdAt: AT,
};
const contract = Compile(schemaInBrand(Message, "acme"));

const bare: ListedMessage = {
  id: "1".repeat(24),
  notificationId: "2".repeat(24),
  position: 0,
  jobId: "3".repeat(24),
  transactionId: "txn_1",
  workflowId: "4".repeat(24) as WorkflowId,
  stepId: "5".repeat(24) as StepId,
  subscriberId: "6".repeat(24) as SubscriberId,
  channel: "email",
  status: "sent",
  providerId: "svc-email",
  integrationId: "7".repeat(24),
  subject: null,
  title: null,
  content: null,
  cta: {},
  email: null,
  phone: null,
  webhookUrl: null,
  deviceTokens: null,
  data: null,
  avatar: null,
  errorId: null,
  errorText: null,
  providerMessageId: null,
  attempts: 1,
  throttles: 0,
  maybeSent: false,
  resends: 0,
  failedOverFrom: null,
  otherAnswers: null,
  nextAttemptAt: null,
  expiresAt: null,
  seenAt: null,
  readAt: null,
  archivedAt: null,
  snoozedUntil: null,
  deliveredAt: null,
  createdAt: AT,
  addressee: null,
  workflowKey: null,
  payload: null,
  overrides: null,
  contextKeys: null,
};

const said = (message: Partial<ListedMessage>) => {
  const wire = toMessage({ ...bare, ...message }, environment, "acme");
  expect([...contract.Errors(wire)]).toEqual([]);
  return wire;
};

describe("A message on the wire", () => {
  it("omits absent fields and never has null", () => {
    const wire = said({});
    expect(Object.values(wire)).not.toContain(null);
    expect(wire).not.toHaveProperty("subscriber");
    expect(wire).not.toHaveProperty("content");
    expect(wire).toMatchObject({ cta: {}, read: false, seen: false, status: "sent" });
  });

  it("has the answers of its other integrations, with the class of each", () => {
    const answer = { integrationId: "8".repeat(24), providerId: "svc-sms", errorText: "401", at: ISO };
    const kept = { ...answer, errorId: "provider_config_error", refusedAsOf: ISO, wait: null };
    expect(said({ otherAnswers: [kept] }).otherAnswers).toEqual([
      {
        _integrationId: answer.integrationId,
        providerId: "acme-sms",
        outcome: "config_error",
        errorText: "401",
        at: ISO,
      },
    ]);
    expect(said({})).not.toHaveProperty("otherAnswers");
  });

  it("has internal ids of workflow, step, subscriber and environment", () => {
    expect(said({})).toMatchObject({
      _templateId: bare.workflowId,
      _messageTemplateId: bare.stepId,
      _subscriberId: bare.subscriberId,
      _environmentId: environment.id,
      _organizationId: environment.organizationId,
    });
  });

  it("has in-service providers with the brand of the wire, and others unchanged", () => {
    expect(said({}).providerId).toBe("acme-email");
    expect(said({ providerId: "sendgrid" }).providerId).toBe("sendgrid");
  });

  it("includes some fields of its subscriber", () => {
    const addressee = {
      subscriberKey: subscriberKeyOf("user:7"),
      firstName: "Ada",
      lastName: null,
      avatar: null,
    };
    const times = { createdAt: AT, updatedAt: AT };
    expect(said({ addressee: { ...addressee, ...times } }).subscriber).toEqual({
      _id: bare.subscriberId,
      subscriberId: "user:7",
      firstName: "Ada",
      deleted: false,
      _organizationId: environment.organizationId,
      _environmentId: environment.id,
      createdAt: ISO,
      updatedAt: ISO,
    });
  });

  it("is seen and read if it has the times, and lists every delivery", () => {
    const wire = said({ seenAt: AT, readAt: AT, snoozedUntil: AT, deliveredAt: [AT, AT] });
    expect(wire).toMatchObject({
      seen: true,
      read: true,
      lastSeenDate: ISO,
      lastReadDate: ISO,
      snoozedUntil: ISO,
      deliveredAt: [ISO, ISO],
    });
  });

  it("has the payload of its trigger without attachments", () => {
    const payload = { order: 7, attachments: [{ name: "bill.pdf", file: "JVBERi0=" }] };
    expect(said({ payload, overrides: {} })).toMatchObject({ payload: { order: 7 }, overrides: {} });
    expect(said({ payload }).payload).not.toHaveProperty("attachments");
  });

  it("has a string as string, the blocks of an e-mail as blocks, other content as JSON text", () => {
    const blocks = [{ type: "text", content: "Hello" }];
    expect(said({ content: "Hello" }).content).toBe("Hello");
    expect(said({ content: blocks }).content).toEqual(blocks);
    expect(said({ content: [{ type: "image" }] }).content).toBe('[{"type":"image"}]');
  });

  it("has its address, including a webhook URL", () => {
    const chat = said({ channel: "chat", webhookUrl: "https://chat.example/hook/token" });
    expect(chat.directWebhookUrl).toBe("https://chat.example/hook/token");
    expect(said({ channel: "push", deviceTokens: ["a", "b"] }).deviceTokens).toEqual(["a", "b"]);
  });

  it("has its error", () => {
    const failure = { errorId: "provider_error", errorText: "The provider refused it" };
    expect(said({ status: "error", ...failure })).toMatchObject({ status: "error", ...failure });
  });
});
