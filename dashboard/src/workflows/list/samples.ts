import type { StepInput, WorkflowInput } from "@tidings/contract";

export type Sample = Omit<WorkflowInput, "workflowId"> & { description: string };

const text = { type: "string" };
const schema = (properties: Readonly<Record<string, object>>): NonNullable<WorkflowInput["payloadSchema"]> =>
  ({ type: "object", properties }) as NonNullable<WorkflowInput["payloadSchema"]>;
type Values = NonNullable<StepInput["controlValues"]>;
type Head = Pick<StepInput, "type" | "name"> & { stepId: string };
const step = (head: Head, controlValues: object, more: Partial<StepInput> = {}): StepInput => ({
  ...head,
  controlValues: controlValues as Values,
  ...more,
});
const INBOX: Head = { type: "in_app", stepId: "inbox", name: "Inbox" };
const MAIL: Head = { type: "email", stepId: "mail", name: "Mail" };

const welcome: Sample = {
  name: "Welcome mail",
  description: "Greets a new subscriber: in the inbox at once, and by e-mail.",
  tags: ["sample"],
  payloadSchema: schema({ product: { ...text, default: "Tidings" } }),
  steps: [
    step(INBOX, {
      subject: "Welcome, {{ subscriber.firstName | default: 'friend' }}",
      body: "It is good to have you with {{ payload.product }}.",
    }),
    step(MAIL, {
      subject: "Welcome to {{ payload.product }}",
      body: [
        "<h1>Welcome, {{ subscriber.firstName | default: 'friend' }}!</h1>",
        "<p>It is good to have you with {{ payload.product }}.</p>",
        "<p>Reply to this e-mail if there is anything that we can help you with.</p>",
      ].join("\n"),
    }),
  ],
};

const digest: Sample = {
  name: "Digest of comments",
  description: "Collects the comments on a post for 10 minutes, then sends one message about all of them.",
  tags: ["sample"],
  payloadSchema: schema({
    post: { type: "object", properties: { id: text, title: { ...text, default: "your post" } } },
    author: { ...text, default: "A reader" },
    comment: { ...text, default: "" },
  }),
  steps: [
    step(
      { type: "digest", stepId: "collect", name: "Collect" },
      {
        type: "regular",
        amount: 10,
        unit: "minutes",
        digestKey: "payload.post.id",
      },
    ),
    step(INBOX, {
      subject: "Comments on {{ payload.post.title }}: {{ steps.collect.eventCount }}",
      body: "{% for event in steps.collect.events limit: 3 %}{{ event.payload.author }}: {{ event.payload.comment }}\n{% endfor %}",
    }),
    step(MAIL, {
      subject: "Comments on {{ payload.post.title }}: {{ steps.collect.eventCount }}",
      body: [
        "<h1>{{ payload.post.title }}</h1>",
        "<ul>",
        "{% for event in steps.collect.events %}",
        "  <li><strong>{{ event.payload.author }}</strong>: {{ event.payload.comment }}</li>",
        "{% endfor %}",
        "</ul>",
      ].join("\n"),
    }),
  ],
};

const reminder: Sample = {
  name: "Reminder until read",
  description:
    "A message in the inbox; after a day without reading it an e-mail, again each day, at most three times.",
  tags: ["sample"],
  payloadSchema: schema({ task: { ...text, default: "Confirm your address" } }),
  steps: [
    step(INBOX, {
      subject: "{{ payload.task }}",
      body: "This waits for you, {{ subscriber.firstName | default: 'friend' }}.",
    }),
    step(
      { type: "email", stepId: "reminder", name: "Reminder" },
      {
        subject: "Reminder: {{ payload.task }}",
        body: "<p>Hello {{ subscriber.firstName | default: 'friend' }},</p>\n<p>this still waits for you: {{ payload.task }}.</p>",
      },
      {
        onlyIf: { step: "inbox", is: "not_read", within: { amount: 1, unit: "days" } },
        repeat: { until: "read", step: "inbox", every: { amount: 1, unit: "days" }, atMost: 2 },
      },
    ),
  ],
};

/** Workflows to begin with. They need only what a new environment has: the inbox, and an integration for e-mail. */
export const SAMPLES = { welcome, digest, reminder } as const;
export type SampleName = keyof typeof SAMPLES;
