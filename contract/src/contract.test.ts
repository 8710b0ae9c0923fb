import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import * as contract from "./index.ts";

const ID = "64b7f0c2a1b2c3d4e5f60718";
const AT = "2025-10-22T08:15:30.000Z";
const home = { _organizationId: ID, _environmentId: ID };

const subscriber: contract.Subscriber = {
  _id: ID,
  ...home,
  subscriberId: "user:7",
  firstName: "Ada",
  lastName: null,
  email: "ada@example.org",
  channels: [{ providerId: "fcm", credentials: { deviceTokens: ["token"] }, _integrationId: ID }],
  isOnline: false,
  lastOnlineAt: null,
  data: { plan: "pro" },
  deleted: false,
  createdAt: AT,
  updatedAt: AT,
};

const filter: contract.StepFilter = {
  isNegated: false,
  type: "GROUP",
  value: "AND",
  children: [{ field: "plan", value: "pro", operator: "EQUAL", on: "subscriber" }],
};

const integration: contract.Integration = {
  _id: ID,
  ...home,
  name: "Mail",
  identifier: "mail",
  providerId: "sendgrid",
  channel: "email",
  credentials: { apiKey: "secret", secure: true, tlsOptions: { rejectUnauthorized: false } },
  configurations: { inboundWebhookEnabled: true },
  active: true,
  deleted: false,
  primary: true,
  conditions: [filter],
};

const trigger: contract.NotificationTrigger = {
  type: "event",
  identifier: "order-shipped",
  variables: [{ name: "order" }],
};

const template: contract.WorkflowTemplate = {
  ...home,
  name: "Order shipped",
  description: "",
  active: true,
  draft: false,
  preferenceSettings: { email: true },
  critical: false,
  tags: ["shop"],
  steps: [
    { metadata: { type: "timed", timed: { monthDays: ["1"], ordinal: "last", ordinalValue: "weekday" } } },
    {
      filters: [filter],
      variants: [{ name: "in Berlin", metadata: { type: "scheduled", delayPath: "at" } }],
    },
  ],
  _creatorId: ID,
  triggers: [trigger],
  _notificationGroupId: ID,
  deleted: false,
  deletedAt: "",
  deletedBy: "",
};

const message: contract.Message = {
  _id: ID,
  ...home,
  _templateId: ID,
  _messageTemplateId: null,
  _notificationId: ID,
  _subscriberId: ID,
  subscriber,
  template,
  createdAt: AT,
  deliveredAt: [AT],
  content: [{ type: "text", content: "Hello", styles: { textAlign: "left" } }],
  transactionId: "txn_1",
  channel: "in_app",
  read: false,
  seen: true,
  cta: { type: "redirect", data: { url: "/" }, action: { buttons: [{ type: "primary", content: "Open" }] } },
  status: "error",
  errorId: "mail_unexpected_error",
  payload: { order: { id: 1 } },
};

const step: contract.WorkflowStep = {
  controls: {
    dataSchema: { type: "object" },
    uiSchema: {
      group: "IN_APP",
      properties: {
        primaryAction: {
          component: "IN_APP_BUTTON_DROPDOWN",
          placeholder: ["", 1, { label: "Open" }],
          properties: { label: { component: "TEXT_INLINE_LABEL", placeholder: "Open" } },
        },
      },
    },
  },
  controlValues: { body: "Hi {{payload.name}}" },
  variables: { type: "object" },
  stepId: "tell",
  _id: ID,
  name: "Tell",
  slug: "tell_st_0000000000000001",
  type: "in_app",
  origin: "svc-cloud",
  workflowId: "order-shipped",
  workflowDatabaseId: ID,
  issues: { controls: { body: [{ issueType: "MISSING_VALUE", message: "There is no body." }] } },
};

const preferences: contract.WorkflowPreferences = {
  all: { enabled: true, readOnly: false },
  channels: { email: { enabled: true } },
};

const workflow: contract.Workflow = {
  _id: ID,
  workflowId: "order-shipped",
  slug: "order-shipped_wf_0000000000000001",
  name: "Order shipped",
  active: true,
  tags: [],
  steps: [step],
  origin: "svc-cloud",
  preferences: { user: null, default: preferences },
  status: "ACTIVE",
  severity: "none",
  createdAt: AT,
  updatedAt: AT,
};

const jobStep: contract.JobStep = {
  _id: ID,
  active: true,
  filters: [filter],
  _templateId: ID,
  _parentId: null,
  variants: [{ _id: ID, active: true, filters: [], _templateId: ID, variants: [] }],
};

const notification: contract.Notification = {
  _id: ID,
  ...home,
  _subscriberId: ID,
  transactionId: "txn_1",
  channels: ["digest", "email"],
  subscriber: { subscriberId: "user:7", _id: ID },
  template: { name: "Order shipped", origin: "external", triggers: [trigger] },
  jobs: [
    {
      _id: ID,
      type: "digest",
      digest: {
        type: "timed",
        timed: { monthDays: [1], cronExpression: "0 8 * * *" },
        events: [{ order: 1 }],
      },
      executionDetails: [
        {
          _id: ID,
          status: "Pending",
          detail: "Step queued",
          isRetry: false,
          isTest: false,
          source: "Internal",
          raw: null,
        },
      ],
      step: jobStep,
      providerId: "svc",
      status: "delayed",
    },
  ],
  topics: [{ _topicId: ID, topicKey: "shop" }],
  severity: "high",
  critical: false,
};

const examples: [string, TSchema, object][] = [
  ["Subscriber", contract.Subscriber, subscriber],
  ["Integration", contract.Integration, integration],
  ["Message", contract.Message, message],
  ["WorkflowTemplate", contract.WorkflowTemplate, template],
  ["WorkflowStep", contract.WorkflowStep, step],
  ["Workflow", contract.Workflow, workflow],
  ["JobStep", contract.JobStep, jobStep],
  ["Notification", contract.Notification, notification],
];

describe("a record", () => {
  test.each(examples)("%s accepts a realistic example", (_name, schema, example) => {
    expect(Compile(schema).Errors(example)).toEqual([]);
  });

  test.each(examples)(
    "%s refuses an example without each of its required fields",
    (name, schema, example) => {
      const record = name === "JobStep" ? (schema as typeof contract.JobStep).$defs.JobStep : schema;
      const accepts = Compile(schema);
      for (const field of (record as { required?: string[] }).required ?? []) {
        const { [field]: _left, ...rest } = example as Record<string, unknown>;
        expect(accepts.Check(rest), `${name} without ${field}`).toBe(false);
      }
    },
  );

  test("accepts null only where the specification does", () => {
    const accepts = Compile(contract.Message);
    expect(accepts.Check({ ...message, _feedId: null })).toBe(true);
    expect(accepts.Check({ ...message, subject: null })).toBe(false);
    expect(Compile(contract.Subscriber).Check({ ...subscriber, timezone: null })).toBe(true);
    expect(Compile(contract.Subscriber).Check({ ...subscriber, channels: null })).toBe(false);
  });

  test("validates nested members of a recursive schema", () => {
    const broken = structuredClone(jobStep) as { variants?: { active: unknown }[] };
    (broken.variants?.[0] as { active: unknown }).active = "yes";
    expect(Compile(contract.JobStep).Check(broken)).toBe(false);
  });
});

describe("the brand", () => {
  test("a branded schema accepts the brand instead of the neutral prefix", () => {
    const accepts = Compile(contract.schemaInBrand(contract.Notification, "novu"));
    const branded = JSON.parse(JSON.stringify(notification).replaceAll('"svc"', '"novu"')) as object;
    expect(accepts.Errors(branded)).toEqual([]);
    expect(accepts.Check(notification)).toBe(false);
  });
});

describe("the closed lists", () => {
  test("have as many values as the specification lists", () => {
    expect(contract.EMAIL_PROVIDER_IDS).toHaveLength(21);
    expect(contract.SMS_PROVIDER_IDS).toHaveLength(35);
    expect(contract.PUSH_PROVIDER_IDS).toHaveLength(7);
    expect([...contract.CHAT_PROVIDER_IDS, contract.IN_APP_PROVIDER_ID]).toHaveLength(13);
    expect(new Set(contract.SPECIFIED_PROVIDER_IDS).size).toBe(76);
    const own = [...contract.OWN_PUSH_PROVIDER_IDS, ...contract.OWN_CHAT_PROVIDER_IDS];
    expect(new Set(contract.CHAT_OR_PUSH_PROVIDER_IDS).size).toBe(19 + own.length);
    expect(contract.SPECIFIED_PROVIDER_IDS.filter((id) => (own as string[]).includes(id))).toEqual([]);
    expect(contract.CHAT_OR_PUSH_PROVIDER_IDS).not.toContain("svc");
    expect(new Set(contract.UI_COMPONENTS).size).toBe(36);
    expect(new Set(contract.UI_GROUPS).size).toBe(10);
    expect(new Set(contract.FILTER_OPERATORS).size).toBe(14);
    expect(new Set(contract.FILTER_TYPES).size).toBe(8);
    expect(contract.CONTENT_ISSUE_TYPES).toHaveLength(4);
    expect(contract.INTEGRATION_ISSUE_TYPES).toHaveLength(2);
    expect(Object.keys(contract.Credentials.properties)).toHaveLength(44);
  });
});
