import { createHmac } from "node:crypto";
import type { Answer } from "./caller.ts";
import type { TestEnvironment } from "./test-environment.ts";

/** The inbox of a subscriber as its browser calls it. Bodies are as they were sent, with their envelopes. */
export type TestInbox = {
  readonly token: string;
  /** The answer that opened the session. */
  readonly session: any;
  get<T = any>(path: string): Promise<Answer<T>>;
  patch<T = any>(path: string, body?: unknown): Promise<Answer<T>>;
  post<T = any>(path: string, body?: unknown): Promise<Answer<T>>;
  delete<T = any>(path: string): Promise<Answer<T>>;
  /** The notifications with this query, such as `read=false`. */
  list(query?: string): Promise<any[]>;
  /** The number of notifications for each filter. */
  count(...filters: object[]): Promise<number[]>;
};

/** The hash of a subscriber's id as a customer's backend makes it. */
export function hashOf(environment: Pick<TestEnvironment, "apiKey">, subscriberId: string): string {
  return createHmac("sha256", environment.apiKey).update(subscriberId).digest("hex");
}

/** Asks for a session; `more` is added to the body. */
export async function requestSession(url: string, body: object): Promise<Answer> {
  return send(url, { method: "POST", path: "/session", body });
}

/** Opens the inbox of a subscriber with a hash. */
export async function openInbox(
  url: string,
  environment: Pick<TestEnvironment, "id" | "apiKey">,
  subscriberId: string,
  more: object = {},
): Promise<TestInbox> {
  const subscriberHash = hashOf(environment, subscriberId);
  const body = {
    applicationIdentifier: environment.id,
    subscriberHash,
    subscriber: { subscriberId },
    ...more,
  };
  const opened = await requestSession(url, body);
  if (opened.status !== 201) throw new Error(`session: ${opened.status} ${JSON.stringify(opened.body)}`);
  return inboxOf(url, opened.body.data);
}

/** The inbox of a session. */
export function inboxOf(url: string, session: { token: string }): TestInbox {
  const { token } = session;
  const call = (method: string) => (path: string, body?: unknown) => send(url, { method, path, body, token });
  const get = call("GET");
  return {
    token,
    session,
    get,
    patch: call("PATCH"),
    post: call("POST"),
    delete: call("DELETE"),
    list: async (query = "limit=100") => (await get(`/notifications?${query}`)).body.data,
    count: async (...filters) => {
      const query = new URLSearchParams({ filters: JSON.stringify(filters) });
      const { body } = await get(`/notifications/count?${query}`);
      return body.data.map(({ count }: { count: number }) => count);
    },
  };
}

type Request = { method: string; path: string; body?: unknown; token?: string };

async function send(url: string, { method, path, body, token }: Request): Promise<Answer> {
  const response = await fetch(`${url}/v1/inbox${path}`, {
    method,
    // Novu's client sends the media type also without a body.
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
}
