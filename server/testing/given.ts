import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, Caller, TriggerOptions } from "./caller.ts";
import { settled } from "./test-clock.ts";

/** What a test needs to exist in its environment. Each method calls the API once or twice and returns what was created. */
export type Given = {
  /** Creates or updates a subscriber. */
  subscriber(subscriberId: string, profile?: object): Promise<any>;
  /** Sets a subscriber's credentials of a chat or push provider, for example its device tokens. */
  credentials(subscriberId: string, providerId: string, credentials: object): Promise<any>;
  /** Creates a workflow; its name is its identifier. */
  workflow(workflowId: string, steps: readonly object[], more?: object): Promise<any>;
  /** Creates an active integration; instead of the credentials, the provider's URL is enough. */
  integration(providerId: ProviderId, credentials?: object | string, more?: object): Promise<any>;
  /** Creates a topic with these subscribers, which it creates if necessary. */
  topic(key: string, subscriberIds?: readonly string[]): Promise<any>;
  /** Sets preferences of a subscriber, which it creates if necessary. */
  preference(subscriberId: string, preference: object): Promise<any>;
  /** Triggers with the test clock, and waits until everything due at once has happened. Returns the transactionId. */
  trigger(workflowId: string, payload?: object, more?: TriggerOptions & { to?: unknown }): Promise<string>;
};

const PROVIDERS = {
  nodemailer: { channel: "email", urlField: undefined },
  "email-webhook": { channel: "email", urlField: "webhookUrl" },
  "generic-sms": { channel: "sms", urlField: "baseUrl" },
  "push-webhook": { channel: "push", urlField: "webhookUrl" },
  "chat-webhook": { channel: "chat", urlField: "webhookUrl" },
  apns: { channel: "push", urlField: "baseUrl" },
  expo: { channel: "push", urlField: "baseUrl" },
  fcm: { channel: "push", urlField: "baseUrl" },
  "web-push": { channel: "push", urlField: undefined },
  slack: { channel: "chat", urlField: "baseUrl" },
  telegram: { channel: "chat", urlField: "baseUrl" },
  "whatsapp-business": { channel: "chat", urlField: "baseUrl" },
} as const;
type ProviderId = keyof typeof PROVIDERS;

/** A subscriber that every channel with an address can reach. */
export const ada = {
  subscriberId: "ada",
  firstName: "Ada",
  email: "ada@example.com",
  phone: "+31600000001",
};

export function givenIn(environment: Pick<Caller, "post" | "put" | "patch" | "trigger">): Given {
  const create = (path: string, body: object) => created(path, () => environment.post(path, body));
  return {
    subscriber: (subscriberId, profile = {}) => create("/v2/subscribers", { subscriberId, ...profile }),
    credentials: (subscriberId, providerId, credentials) => {
      const path = `/v1/subscribers/${subscriberId}/credentials`;
      return created(path, () => environment.put(path, { providerId, credentials }));
    },
    workflow: (workflowId, steps, more = {}) =>
      create("/v2/workflows", { name: workflowId, workflowId, steps, __source: "test", ...more }),
    integration: (providerId, credentials = {}, more = {}) =>
      create("/v1/integrations", { ...integrationBody(providerId, credentials), ...more }),
    topic: async (key, subscriberIds = []) => {
      for (const subscriberId of subscriberIds) await create("/v2/subscribers", { subscriberId });
      const topic = await create("/v2/topics", { key });
      if (subscriberIds.length > 0) await create(`/v2/topics/${key}/subscriptions`, { subscriberIds });
      return topic;
    },
    preference: async (subscriberId, preference) => {
      await create("/v2/subscribers", { subscriberId });
      const path = `/v2/subscribers/${subscriberId}/preferences`;
      return created(path, () => environment.patch(path, preference));
    },
    trigger: async (workflowId, payload = {}, { to = "ada", ...more } = {}) => {
      const transactionId = await environment.trigger(workflowId, to, { payload, ...more });
      await settled(environment);
      return transactionId;
    },
  };
}

function integrationBody(providerId: ProviderId, given: object | string): object {
  const { channel, urlField } = PROVIDERS[providerId];
  const credentials = typeof given === "string" ? { [urlField ?? "host"]: given } : given;
  return { providerId, channel, name: providerId, active: true, credentials };
}

/** The body of a successful answer. As any client should, it retries what an overloaded service refuses. */
async function created(path: string, call: () => Promise<Answer>): Promise<any> {
  const { status, headers, body } = await call();
  if (status === 503 && headers.has("retry-after")) {
    await sleep(Number(headers.get("retry-after")) * 1_000);
    return created(path, call);
  }
  if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
