import { Job, schemaInBrand } from "@tidings/contract";
import { Compile } from "typebox/compile";
import { describe, expect, it } from "vitest";
import { type StepId, stepKeyOf } from "../../foundation/ids.ts";
import type { Step } from "../../workflows/workflow.ts";
import type { JobRecord } from "../notification-record.ts";
import type { StoredDetail } from "../record-store.ts";
import { toJob } from "./job-wire.ts";

const AT = new Date("2026-01-02T03:04:05.678Z");
const contract = Compile(schemaInBrand(Job, "acme"));
const names = { brand: "acme", providerName: (id: string) => (id === "nodemailer" ? "SMTP" : undefined) };

const DIGEST = "d".repeat(24) as StepId;
const EMAIL = "e".repeat(24) as StepId;
const steps: Step[] = [
  {
    id: DIGEST,
    stepKey: stepKeyOf("digest"),
    name: "Digest",
    type: "digest",
    controlValues: { amount: 5, unit: "minutes" },
  },
  {
    id: EMAIL,
    stepKey: stepKeyOf("email"),
    name: "E-mail",
    type: "email",
    controlValues: { subject: "Hi", body: "Ho" },
  },
];
const run = { steps, payload: { order: 7 }, overrides: { email: { from: "a@b.c" } } };

const bare: JobRecord = {
  id: "1".repeat(24),
  notificationId: "2".repeat(24),
  position: 1,
  stepId: EMAIL,
  type: "email",
  status: "completed",
  providerId: "nodemailer",
  digest: null,
  output: null,
  scheduleExtensionsCount: 0,
  dueAt: null,
  attempts: 0,
  nextAttemptAt: null,
  messageIds: [],
  eventCount: null,
  closesAt: null,
  updatedAt: AT,
  details: [],
};
const detail: StoredDetail = {
  id: "9".repeat(24),
  notificationId: bare.notificationId,
  position: bare.position,
  code: "message_sent",
  providerId: null,
  isRetry: false,
  raw: null,
  createdAt: AT,
};

const said = (job: Partial<JobRecord>) => {
  const wire = toJob({ ...bare, ...job }, run, names);
  expect([...contract.Errors(wire)]).toEqual([]);
  return wire;
};
const saidOf = (one: Partial<StoredDetail>) => said({ details: [{ ...detail, ...one }] }).executionDetails[0];
const digestJob = { type: "digest", stepId: DIGEST, position: 0, providerId: null } as const;

describe("A job on the wire", () => {
  it("has the payload and the overrides of its trigger", () => {
    expect(said({})).toMatchObject({ payload: run.payload, overrides: run.overrides });
  });

  it("has the in-service provider if it needs none, had none or has one unknown to the wire", () => {
    expect(said({ providerId: "nodemailer" }).providerId).toBe("nodemailer");
    expect(said({ providerId: "svc-email" }).providerId).toBe("acme-email");
    expect(said({ providerId: null }).providerId).toBe("acme");
    expect(said({ providerId: "carrier-pigeon" }).providerId).toBe("acme");
  });

  it("has its step from the run's version of the workflow, with the previous step as parent", () => {
    expect(said({}).step).toEqual({
      _id: EMAIL,
      _templateId: EMAIL,
      active: true,
      filters: [],
      name: "E-mail",
      controlVariables: { subject: "Hi", body: "Ho" },
      _parentId: DIGEST,
    });
    expect(said(digestJob).step).toMatchObject({ metadata: { amount: 5, unit: "minutes" } });
    expect(said(digestJob).step).not.toHaveProperty("_parentId");
  });

  it("is shown even if its step is in no version any more", () => {
    expect(said({ stepId: "f".repeat(24) as StepId }).step).toEqual({
      _id: "f".repeat(24),
      _templateId: "f".repeat(24),
      active: true,
      filters: [],
    });
  });
});

describe("The digest of a job", () => {
  const settings = { type: "regular", amount: 5, unit: "minutes" };

  it("has its settings and the collected payloads, without attachments", () => {
    const digested = [{ n: 1 }, { n: 2, attachments: [{ file: "AAAA" }] }];
    const wire = said({ ...digestJob, digest: { ...settings, digestKey: "order.id" }, digested });
    expect(wire.digest).toEqual({ ...settings, digestKey: "order.id", events: [{ n: 1 }, { n: 2 }] });
  });

  it("is also shown for a delay, without the engine's internal fields", () => {
    const wire = said({ type: "delay", providerId: null, digest: { ...settings, duration: 300_000 } });
    expect(wire.digest).toEqual(settings);
  });

  it("has month days as numbers", () => {
    const timed = { atTime: "09:00", monthlyType: "each", monthDays: ["1", "15"] };
    const wire = said({ ...digestJob, digest: { type: "timed", timed } });
    expect(wire.digest?.timed).toEqual({ ...timed, monthDays: [1, 15] });
  });

  it("is omitted if the wire has no shape for it", () => {
    expect(said({ type: "delay", digest: { type: "scheduled", delayPath: "at" } })).not.toHaveProperty(
      "digest",
    );
    expect(said({})).not.toHaveProperty("digest");
  });
});

describe("An execution detail on the wire", () => {
  it("has a sentence with the provider's display name", () => {
    expect(saidOf({})).toMatchObject({ detail: "Message sent", status: "Success", source: "Internal" });
    const selected = { code: "provider_selected" } as const;
    expect(saidOf({ ...selected, providerId: "nodemailer" })).toMatchObject({
      detail: "SMTP provider was selected",
      status: "Pending",
    });
    expect(saidOf({ ...selected, providerId: "sendgrid" })?.detail).toBe("sendgrid provider was selected");
  });

  it("has its particulars as JSON text and omits absent fields", () => {
    expect(saidOf({ raw: '{"delay":1}' })?.raw).toBe('{"delay":1}');
    expect(saidOf({})).not.toHaveProperty("raw");
    expect(saidOf({})).not.toHaveProperty("providerId");
    expect(saidOf({ providerId: "svc" })?.providerId).toBe("acme");
  });

  it("of a newer version has its code as sentence", () => {
    expect(saidOf({ code: "from_the_future" as never })?.detail).toBe("from_the_future");
  });
});
