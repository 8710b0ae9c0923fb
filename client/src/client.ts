import { serviceAddress } from "./address.ts";
import { DEFAULT_RETRIES } from "./attempts.ts";
import type { AnyRequest, Call } from "./call.ts";
import { type Contexts, contexts } from "./contexts.ts";
import { type DeadLetters, deadLetters } from "./dead-letters.ts";
import { type ApiKeys, apiKeys, type Environments, environments } from "./environments.ts";
import { type Events, events } from "./events.ts";
import { type Inbox, inbox } from "./inbox.ts";
import { type Integrations, integrations } from "./integrations.ts";
import { type Messages, messages } from "./messages.ts";
import { type Notifications, notifications } from "./notifications.ts";
import { type Preferences, preferences } from "./preferences.ts";
import { type Providers, providers } from "./providers.ts";
import { type Connection, send } from "./send.ts";
import { type StatisticsCounts, statistics } from "./statistics.ts";
import { type StreamLines, streamLines } from "./stream-lines.ts";
import { type Subscribers, subscribers } from "./subscribers.ts";
import { type Suppressions, suppressions } from "./suppressions.ts";
import { type SystemState, system } from "./system.ts";
import { type TestClocks, testClock } from "./test-clock.ts";
import { type Topics, topics } from "./topics.ts";
import { type V1, v1 } from "./v1.ts";
import { type Workflows, workflows } from "./workflows.ts";

export type ClientOptions = {
  /** Address of the service, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Not needed where a cookie authenticates, as on the pages of the dashboard. */
  readonly apiKey?: string;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Timeout of each attempt; default 30 seconds. */
  readonly timeoutMs?: number;
  /**
   * Retries after no answer, 429, 502 or 503, with the same idempotency key. Default: retries for 20 seconds (at least 2),
   * which covers a restart of the service.
   */
  readonly retries?: number;
};

/** The client: operations grouped by noun, or any operation of the contract through `call`. */
export type Tidings = {
  readonly call: Call;
  readonly environments: Environments;
  readonly apiKeys: ApiKeys;
  readonly subscribers: Subscribers;
  readonly topics: Topics;
  readonly contexts: Contexts;
  readonly preferences: Preferences;
  readonly inbox: Inbox;
  readonly integrations: Integrations;
  readonly providers: Providers;
  readonly workflows: Workflows;
  readonly events: Events;
  readonly messages: Messages;
  readonly notifications: Notifications;
  readonly deadLetters: DeadLetters;
  readonly suppressions: Suppressions;
  readonly statistics: StatisticsCounts;
  readonly system: SystemState;
  readonly testClock: TestClocks;
  readonly v1: V1;
};

/** @throws TypeError when `url` is not an HTTP address */
export function createClient({ url, apiKey, fetch, timeoutMs = 30_000, retries }: ClientOptions): Tidings {
  const connection: Connection = {
    address: serviceAddress(url),
    ...(apiKey === undefined ? {} : { apiKey }),
    fetch: fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs,
    retryPolicy: retries === undefined ? DEFAULT_RETRIES : { retries },
  };
  const call = ((operation, request: AnyRequest = {}) => send(connection, operation, request)) as Call;
  const lines = ((operation, request: AnyRequest) =>
    streamLines(connection, operation, request)) as StreamLines;
  return {
    call,
    environments: environments(call),
    apiKeys: apiKeys(call),
    subscribers: subscribers(call, lines),
    topics: topics(call),
    contexts: contexts(call),
    preferences: preferences(call),
    inbox: inbox(call),
    integrations: integrations(call),
    providers: providers(call),
    workflows: workflows(call),
    events: events(call),
    messages: messages(call),
    notifications: notifications(call),
    deadLetters: deadLetters(call),
    suppressions: suppressions(call),
    statistics: statistics(call),
    system: system(call),
    testClock: testClock(call),
    v1: v1(call),
  };
}
