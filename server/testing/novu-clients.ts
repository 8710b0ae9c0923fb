import { HTTPClient as HttpClient180, Novu as Novu180 } from "@novu/api-1.8.0";
import * as errors180 from "@novu/api-1.8.0/models/errors/index.js";
import { HTTPClient as HttpClient319, Novu as Novu319 } from "@novu/api-3.19.1";
import * as errors319 from "@novu/api-3.19.1/models/errors/index.js";
import { type Chapter, OPERATIONS } from "@tidings/contract";
import type { TestEnvironment } from "./test-environment.ts";

/** One version of the field's own client, as it is on npm. Its answers are typed by what the stories expect of them. */
export type NovuClient = {
  readonly version: string;
  readonly errors: Pick<
    typeof errors319,
    "ErrorDto" | "SDKError" | "ValidationErrorDto" | "SubscriberResponseDto" | "TopicResponseDto"
  >;
  /** Operations that Novu has added after this version. */
  readonly lacks: ReadonlySet<string>;
  /** `calls`, if given, is told each call as `GET /v2/subscribers`. */
  open(service: { url: string }, environment: TestEnvironment, calls?: Set<string>): any;
};

/** The clients repeat what fails, for up to an hour; in a test the first answer counts. */
const retryConfig = { strategy: "none" } as const;

const named = (request: Request) => `${request.method} ${new URL(request.url).pathname}`;

/** The one that matches the specification, and the newest one (wire-facts 1.1). */
export const NOVU_CLIENTS: readonly NovuClient[] = [
  {
    version: "1.8.0",
    lacks: new Set(["getTopicSubscription", "updateTopicSubscription"]),
    errors: errors180 as unknown as NovuClient["errors"],
    open: ({ url }, { apiKey }, calls) => {
      const httpClient = new HttpClient180();
      httpClient.addHook("beforeRequest", (request) => void calls?.add(named(request)));
      return new Novu180({ serverURL: url, secretKey: apiKey, retryConfig, httpClient });
    },
  },
  {
    version: "3.19.1",
    lacks: new Set(),
    errors: errors319,
    open: ({ url }, { apiKey }, calls) => {
      const httpClient = new HttpClient319();
      httpClient.addHook("beforeRequest", (request) => void calls?.add(named(request)));
      return new Novu319({ serverURL: url, secretKey: apiKey, retryConfig, httpClient });
    },
  },
];

/** What both of Novu's clients cannot call: not a part of Novu, or not of its oldest or newest client. */
const OURS: ReadonlySet<string> = new Set([
  "duplicateWorkflow",
  "explainTrigger",
  "getOwnEnvironment",
  "getTriggerReport",
  "previewStep",
]);

/** Operations of the service that none of the calls was one of. */
export function uncalled(
  calls: ReadonlySet<string>,
  chapters: readonly Chapter[],
  lacking: ReadonlySet<string> = new Set(),
): string[] {
  return OPERATIONS.filter(
    ({ id, chapter }) => chapters.includes(chapter) && !OURS.has(id) && !lacking.has(id),
  )
    .filter(({ method, path }) => {
      const pattern = new RegExp(`^${method} ${path.replace(/:[A-Za-z]+/g, "[^/]+")}$`);
      return ![...calls].some((call) => pattern.test(call));
    })
    .map(({ id }) => id);
}
