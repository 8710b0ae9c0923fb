import { errorOf, InboxError } from "./inbox-error.ts";
import type { Session } from "./inbox-notification.ts";

/** Whose inbox is shown, and where its service is. */
export type Identity = {
  /** Address of the service, with or without a slash at the end; a path prefix is kept. */
  readonly baseUrl: string;
  readonly applicationIdentifier: string;
  readonly subscriberId: string;
  readonly subscriberHash?: string | undefined;
};

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * Calls the inbox API. Opens a session before the first call. After a 401, opens one new session and repeats the call
 * once.
 */
export class InboxApi {
  readonly #identity: Identity;
  #session: Promise<Session> | undefined;

  constructor(identity: Identity) {
    this.#identity = identity;
  }

  /** The open session; opens one if there is none. A failed attempt is repeated by the next call. */
  session(): Promise<Session> {
    this.#session ??= this.#openSession().catch((error: unknown) => {
      this.#session = undefined;
      throw error;
    });
    return this.#session;
  }

  /** @returns the parsed body, undefined for 204. @throws InboxError */
  async call<T>(method: Method, path: string, body?: unknown): Promise<T> {
    const init: RequestInit = { method, headers: body === undefined ? {} : JSON_BODY };
    if (body !== undefined) init.body = JSON.stringify(body);
    // A click on a link may leave the page while a write is under way.
    if (method !== "GET") init.keepalive = true;
    const response = await this.fetch(path, init);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }

  /** A successful response for the session's subscriber. @throws InboxError */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const session = await this.session();
    const response = await this.#send(path, init, session.token);
    if (response.ok) return response;
    if (response.status !== 401) throw await errorOf(response);
    if ((await this.#session) === session) this.#session = undefined;
    const again = await this.#send(path, init, (await this.session()).token);
    if (!again.ok) throw await errorOf(again);
    return again;
  }

  async #openSession(): Promise<Session> {
    const { applicationIdentifier, subscriberId, subscriberHash } = this.#identity;
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
    const subscriber = { subscriberId, timezone };
    const body = JSON.stringify({ applicationIdentifier, subscriberHash, subscriber });
    const response = await this.#send("session", { method: "POST", headers: JSON_BODY, body });
    if (!response.ok) throw await errorOf(response);
    return ((await response.json()) as { data: Session }).data;
  }

  async #send(path: string, init: RequestInit, token?: string): Promise<Response> {
    const headers = new Headers(init.headers);
    if (token) headers.set("authorization", `Bearer ${token}`);
    const base = this.#identity.baseUrl.replace(/\/+$/, "");
    try {
      return await fetch(`${base}/v1/inbox/${path}`, { ...init, headers, credentials: "omit" });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new InboxError("The notification service cannot be reached");
    }
  }
}

const JSON_BODY = { "content-type": "application/json" };
