import { QueryClient } from "@tanstack/react-query";
import { createClient, type Tidings, TidingsError } from "@tidings/client";

/** The only home of `fetch`. Calls carry the session's cookie and no key. */
const API = "/dashboard/api/";
/** Pages show a failure and let the reader try again; the client's default would hide it for 20 seconds. */
const RETRIES = 1;

const clients = new Map<string, Tidings>();
/** Of the last refusal of each path. */
const refusals = new Map<string, { requestId: string | undefined; retryAfterMs: number }>();
const signedOutListeners = new Set<() => void>();

/** The client of an environment (its `_id`). */
export function clientOf(environmentId: string): Tidings {
  const known = clients.get(environmentId);
  if (known) return known;
  const url = `${location.origin}${API}${encodeURIComponent(environmentId)}`;
  const client = createClient({ url, fetch: noted, retries: RETRIES });
  clients.set(environmentId, client);
  return client;
}

/** Lets the browser store the answer of a GET in a file. It sends the session's cookie with it, as with any link of the page. */
export function download(environmentId: string, path: string, name: string): void {
  const link = document.createElement("a");
  link.href = `${API}${encodeURIComponent(environmentId)}${path}`;
  link.download = name;
  link.click();
}

/** Cached reads. The client makes the retries. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: false, refetchOnReconnect: false },
  },
});

/** Calls a route of the dashboard itself, such as `/dashboard/session`. @throws TidingsError */
export async function callDashboard<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await noted(path, init).catch((cause: unknown) => {
    throw new TidingsError({ status: 0, path, message: "The service cannot be reached", cause });
  });
  const text = await response.text();
  const answer = text === "" ? undefined : parse(text);
  if (response.ok) return answer as T;
  const message = (answer as { message?: string } | undefined)?.message;
  throw new TidingsError({
    status: response.status,
    path,
    message: message ?? `The service answered ${response.status}`,
    body: answer,
  });
}

/** Calls `listener` when any answer is 401: the session has ended. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

const refusalOf = (error: unknown) => (error instanceof TidingsError ? refusals.get(error.path) : undefined);

/** The id of the request that was refused, for who reads the logs. */
export const requestIdOf = (error: unknown): string | undefined => refusalOf(error)?.requestId;

/** How long the service asked to wait; 0 if it did not. */
export const retryAfterMsOf = (error: unknown): number => refusalOf(error)?.retryAfterMs ?? 0;

/** Remembers refusals, and tells the page of any 401. */
async function noted(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, credentials: "same-origin" });
  if (response.ok) return response;
  const { pathname, search } = new URL(String(input), location.origin);
  const path = pathname.startsWith(API) ? pathname.slice(pathname.indexOf("/", API.length)) : pathname;
  refusals.set(path + search, {
    requestId: response.headers.get("x-request-id") ?? undefined,
    retryAfterMs: Number(response.headers.get("retry-after") ?? 0) * 1_000 || 0,
  });
  const isSignIn = pathname === "/dashboard/session" && init?.method === "POST";
  if (response.status === 401 && !isSignIn) for (const listener of signedOutListeners) listener();
  return response;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
