/** Request bodies with a canary in every free field. */

export function subscriberBody(subscriberId: string, canary: string) {
  return {
    subscriberId,
    firstName: `Ada ${canary}`,
    lastName: `Lovelace ${canary}`,
    email: `${canary}@example.com`,
    phone: `+49 30 ${canary}`,
    avatar: `https://example.com/${canary}.png`,
    locale: `en-${canary}`,
    timezone: "Europe/Berlin",
    data: { plan: canary, [canary]: [1, { deep: canary }] },
  };
}

export function topicBody(key: string, canary: string) {
  return { key, name: `Topic ${canary}`, data: { [canary]: [1, { deep: canary }] } };
}

export function integrationBody(identifier: string, canary: string) {
  return {
    providerId: "chat-webhook",
    channel: "chat",
    name: `Chat ${canary}`,
    identifier,
    credentials: { secretKey: canary, channelId: canary, tlsOptions: { ca: canary } },
    configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: canary },
    conditions: [
      {
        isNegated: false,
        type: "GROUP",
        value: "AND",
        children: [{ field: canary, value: canary, operator: "EQUAL", on: "payload" }],
      },
    ],
    rates: { perSecond: 500, concurrency: 100, perDay: 1_000_000 },
    active: true,
    check: false,
  };
}

export function workflowBody(workflowId: string, canary: string) {
  return {
    name: `Workflow ${canary}`,
    workflowId,
    description: `About ${canary}`,
    tags: [canary, "common"],
    active: true,
    validatePayload: false,
    payloadSchema: { type: "object", properties: { [canary]: { type: "string" } } },
    steps: [
      {
        name: `Inbox ${canary}`,
        type: "in_app",
        stepId: "inbox",
        controlValues: {
          subject: `{{subscriber.firstName}} ${canary}`,
          body: `{{payload.text}} {{payload.list | join: ","}} ${canary}`,
          redirect: { url: `https://example.com/${canary}`, target: "_self" },
          data: { canary },
          primaryAction: { label: `Open ${canary}`, redirect: { url: `/${canary}`, target: "_self" } },
        },
      },
      {
        name: `Mail ${canary}`,
        type: "email",
        stepId: "mail",
        controlValues: { subject: "{{payload.text}}", body: `<p>{{subscriber.data.plan}} ${canary}</p>` },
      },
      // Nothing listens there, so the message becomes a dead letter.
      {
        name: "Nobody there",
        type: "chat",
        stepId: "nobody-there",
        delivery: { maxAttempts: 1 },
        controlValues: { body: canary },
      },
    ],
    preferences: { user: { all: { enabled: true, readOnly: false }, channels: { sms: { enabled: true } } } },
    severity: "low",
  };
}

/** A workflow with a digest of one second. */
export function collectBody(canary: string) {
  const message = { subject: "{{steps.collect.eventCount}}", body: canary };
  return {
    name: "Collect",
    workflowId: "collect",
    active: true,
    steps: [
      {
        name: "Collect",
        type: "digest",
        stepId: "collect",
        controlValues: { amount: 1, unit: "seconds", digestKey: "payload.key" },
      },
      { name: "Inbox", type: "in_app", stepId: "inbox", controlValues: message },
    ],
  };
}

/** A workflow that waits a week before its first message. */
export function laterBody(canary: string) {
  return {
    name: "Later",
    workflowId: "later",
    active: true,
    steps: [
      { name: "Wait", type: "delay", stepId: "wait", controlValues: { amount: 7, unit: "days" } },
      { name: "Inbox", type: "in_app", stepId: "inbox", controlValues: { body: canary } },
    ],
  };
}

type TriggerFacts = { transactionId: string; to: unknown; canary: string };

export function triggerBody({ transactionId, to, canary }: TriggerFacts) {
  return {
    name: "w1",
    to,
    transactionId,
    payload: { text: canary, list: [1, true, null, canary], nested: { deep: { deeper: canary } } },
    overrides: { email: { headers: { "x-canary": canary } }, severity: "low" },
    context: { region: { id: "eu", data: { canary } }, tenant: { id: "tenant", data: { canary } } },
    tenant: { identifier: "tenant", name: canary, data: { canary } },
    actor: { subscriberId: "actor", firstName: canary },
  };
}
