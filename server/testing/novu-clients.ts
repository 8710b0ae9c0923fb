import { HTTPClient as HttpClient180, Novu as Novu180 } from "@novu/api-1.8.0";
import * as errors180 from "@novu/api-1.8.0/models/errors/index.js";
import { HTTPClient as HttpClient319, Novu as Novu319 } from "@novu/api-3.19.1";
import * as errors319 from "@novu/api-3.19.1/models/errors/index.js";
import { type Chapter, INBOX_BY_KEY_OPERATIONS, OPERATIONS } from "@tidings/contract";
import type { TestEnvironment } from "./test-environment.ts";

/** One version of Novu's client from npm. Its results are untyped; the tests assert what they expect. */
export type NovuClient = {
  readonly version: string;
  readonly errors: Pick<
    typeof errors319,
    "ErrorDto" | "SDKError" | "ValidationErrorDto" | "SubscriberResponseDto" | "TopicResponseDto"
  >;
  /** Operations that Novu added after this version. */
  readonly lacks: ReadonlySet<string>;
  /**
   * Adds each call to `calls`, when given, as `GET /v2/subscribers`. With `targetKey`, each call has a key of a second
   * environment, as a hook of the client can add it.
   */
  open(service: { url: string }, environment: TestEnvironment, calls?: Set<string>, targetKey?: string): any;
};

/** No retries: by default the clients retry for up to an hour. */
const retryConfig = { strategy: "none" } as const;

function prepare(request: Request, calls: Set<string> | undefined, targetKey: string | undefined): void {
  calls?.add(named(request));
  if (targetKey !== undefined) request.headers.set("target-authorization", `ApiKey ${targetKey}`);
}

const named = (request: Request) => `${request.method} ${new URL(request.url).pathname}`;

/** The version that matches the specification, and the newest one. */
export const NOVU_CLIENTS: readonly NovuClient[] = [
  {
    version: "1.8.0",
    lacks: new Set([
      "getTopicSubscription",
      "updateTopicSubscription",
      ...INBOX_BY_KEY_OPERATIONS.map(({ id }) => id),
    ]),
    errors: errors180 as unknown as NovuClient["errors"],
    open: ({ url }, { apiKey }, calls, targetKey) => {
      const httpClient = new HttpClient180();
      httpClient.addHook("beforeRequest", (request) => prepare(request, calls, targetKey));
      return new Novu180({ serverURL: url, secretKey: apiKey, retryConfig, httpClient });
    },
  },
  {
    version: "3.19.1",
    lacks: new Set(),
    errors: errors319,
    open: ({ url }, { apiKey }, calls, targetKey) => {
      const httpClient = new HttpClient319();
      httpClient.addHook("beforeRequest", (request) => prepare(request, calls, targetKey));
      return new Novu319({ serverURL: url, secretKey: apiKey, retryConfig, httpClient });
    },
  },
];

/** Operations that both clients lack: they are not part of Novu, or not of these client versions. */
const OURS: ReadonlySet<string> = new Set([
  "cancelNotification",
  "closeBreaker",
  "duplicateWorkflow",
  "explainTrigger",
  "exportSubscriber",
  "getMessage",
  "getOwnEnvironment",
  "getStatistics",
  "getTriggerReport",
  "getWorkflowVersion",
  "listWorkflowVersions",
  "previewStep",
  "retryMessage",
  "restoreWorkflowVersion",
  "testIntegration",
]);

/** Operations of the service that were not called. */
export function uncalled(
  calls: ReadonlySet<string>,
  chapters: readonly Chapter[],
  lacking: ReadonlySet<string> = new Set(),
): string[] {
  return OPERATIONS.filter(
    ({ id, chapter, principal }) =>
      // Browsers call those with a principal.
      chapters.includes(chapter) && !OURS.has(id) && !lacking.has(id) && principal === undefined,
  )
    .filter(({ method, path }) => {
      const pattern = new RegExp(`^${method} ${path.replace(/:[A-Za-z]+/g, "[^/]+")}$`);
      return ![...calls].some((call) => pattern.test(call));
    })
    .map(({ id }) => id);
}
