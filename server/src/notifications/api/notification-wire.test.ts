import { Notification, schemaInBrand } from "@tidings/contract";
import { Compile } from "typebox/compile";
import { describe, expect, it } from "vitest";
import {
  type StepId,
  type SubscriberId,
  stepKeyOf,
  subscriberKeyOf,
  type WorkflowId,
  workflowKeyOf,
} from "../../foundation/ids.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Step, WorkflowDefinition } from "../../workflows/workflow.ts";
import type { JobRecord } from "../notification-record.ts";
import type { StoredNotification } from "../notification-store.ts";
import { ALL_COMPLETED } from "../summary-store.ts";
import { toNotification } from "./notification-wire.ts";

const BORN = new Date("2026-01-02T03:04:05.000Z");
const LATER = new Date("2026-01-02T03:09:05.000Z");
const environment = {
  id: "e".repeat(24),
  organizationId: "a".repeat(24),
  name: "Test",
  isTest: false,
  defaultZone: "UTC",
  createdAt: BORN,
};
const contract = Compile(schemaInBrand(Notification, "acme"));

const stepOf = (type: Step["type"], id: string): Step => ({
  id: id.repeat(24) as StepId,
  stepKey: stepKeyOf(`step-${id}`),
  name: type,
  type,
  controlValues: {},
});
const definition: WorkflowDefinition = {
  name: "Order shipped",
  tags: ["orders"],
  severity: "high",
  origin: "svc-cloud",
  validatePayload: false,
  steps: [stepOf("digest", "1"), stepOf("email", "2"), stepOf("email", "3")],
};
const bare: StoredNotification = {
  id: "4".repeat(24),
  triggerId: "5".repeat(24),
  transactionId: "txn_1",
  workflowId: "6".repeat(24) as WorkflowId,
  workflowVersion: 1,
  subscriberId: "7".repeat(24) as SubscriberId,
  digestedInto: null,
  createdAt: BORN,
  payload: {},
  overrides: {},
  topics: [],
  contextKeys: [],
  workflowKey: null,
  recipient: null,
  named: null,
};
const job: JobRecord = {
  id: "8".repeat(24),
  notificationId: bare.id,
  position: 0,
  stepId: "1".repeat(24) as StepId,
  type: "digest",
  status: "delayed",
  providerId: null,
  digest: null,
  output: null,
  scheduleExtensionsCount: 0,
  dueAt: null,
  attempts: 0,
  nextAttemptAt: null,
  messageIds: [],
  eventCount: null,
  closesAt: null,
  updatedAt: LATER,
  details: [],
};

type Changed = { notification?: Partial<StoredNotification>; jobs?: JobRecord[]; preferences?: JsonObject };
const said = ({ notification, jobs = [], preferences }: Changed) => {
  const spoken = { ...definition, ...(preferences ? { preferences } : {}) };
  const record = {
    notification: { ...bare, ...notification },
    definition: spoken,
    jobs,
    summary: ALL_COMPLETED,
  };
  const wire = toNotification(record, environment, { brand: "acme", providerName: () => undefined });
  expect([...contract.Errors(wire)]).toEqual([]);
  return wire;
};

describe("A notification on the wire", () => {
  it("has internal ids of its environment, workflow and subscriber", () => {
    expect(said({})).toMatchObject({
      _id: bare.id,
      _templateId: bare.workflowId,
      _subscriberId: bare.subscriberId,
      _environmentId: environment.id,
      _organizationId: environment.organizationId,
    });
  });

  it("lists each step type once, including digests", () => {
    expect(said({}).channels).toEqual(["digest", "email"]);
  });

  it("has its workflow with the brand of the wire", () => {
    const wire = said({ notification: { workflowKey: workflowKeyOf("order-shipped") } });
    expect(wire.template).toEqual({
      _id: bare.workflowId,
      name: "Order shipped",
      origin: "acme-cloud",
      triggers: [{ type: "event", identifier: "order-shipped", variables: [] }],
    });
  });

  it("has the subscriber's known fields, and the recipient as in the trigger", () => {
    const names = { firstName: "Ada", lastName: null, email: "ada@example.org", phone: null };
    const subscriberKey = subscriberKeyOf("user:7");
    const recipient = { id: bare.subscriberId, subscriberKey, ...names };
    const named = { subscriberKey, profile: { firstName: "Augusta", phone: null } };
    const wire = said({ notification: { recipient, named } });
    const shown = {
      _id: bare.subscriberId,
      subscriberId: "user:7",
      firstName: "Ada",
      email: "ada@example.org",
    };
    expect(wire).toMatchObject({ subscriber: shown });
    expect(wire.to).toEqual({ subscriberId: "user:7", firstName: "Augusta", phone: null });
    expect(wire.subscriber).not.toHaveProperty("lastName");
  });

  it("omits a deleted workflow and a deleted subscriber", () => {
    const wire = said({});
    expect(wire).not.toHaveProperty("template");
    expect(wire).not.toHaveProperty("subscriber");
    expect(wire).not.toHaveProperty("to");
  });

  it("has the updatedAt of its last changed job", () => {
    expect(said({}).updatedAt).toBe(BORN.toISOString());
    expect(said({ jobs: [job, { ...job, updatedAt: BORN }] }).updatedAt).toBe(LATER.toISOString());
  });

  it("refers to the notification whose digest includes it", () => {
    expect(said({ notification: { digestedInto: "9".repeat(24) } })._digestedNotificationId).toBe(
      "9".repeat(24),
    );
    expect(said({})).not.toHaveProperty("_digestedNotificationId");
  });

  it("is critical if subscribers cannot disable its workflow", () => {
    expect(said({})).toMatchObject({ severity: "high", critical: false });
    expect(said({ preferences: { user: { all: { readOnly: true } } } }).critical).toBe(true);
  });

  it("has its payload without attachments, also in its jobs", () => {
    const wire = said({ notification: { payload: { n: 1, attachments: [] } }, jobs: [job] });
    expect(wire.payload).toEqual({ n: 1 });
    expect(wire.jobs?.[0]?.payload).toEqual({ n: 1 });
  });
});
