import type { CredentialField } from "@tidings/contract";
import { secretsOf, textOf } from "./credential.ts";
import { outcomeOf, type ProviderResponse } from "./http-outcome.ts";
import { parseResponse, textAt } from "./json-path.ts";
import { lowerCased, passthroughFault, withQuery } from "./passthrough.ts";
import type { Credentials, HttpCall, Passthrough, ProviderIO, SendOutcome } from "./provider.ts";
import { withoutSecrets } from "./raw-response.ts";

/** One request to a vendor's HTTP API. */
export type VendorRequest = {
  /** Default: POST. A GET has no body. */
  method?: HttpCall["method"];
  url: string;
  headers?: Record<string, string>;
  /** Sent as `application/json`. */
  json?: Record<string, unknown>;
  /** Sent as `application/x-www-form-urlencoded`; a list repeats its name. */
  form?: Record<string, string | readonly string[] | undefined>;
  /** With these, the form is sent as `multipart/form-data`. */
  files?: readonly FilePart[];
  http2?: HttpCall["http2"];
  /** Headers that are computed from the complete request, such as a signature. */
  sign?(call: HttpCall): Record<string, string>;
  /** Derived from the credentials, such as the value of an `Authorization` header: masked in the response, too. */
  secrets?: readonly string[];
};

export type FilePart = { field: string; name: string; type: string; bytes: Buffer };

/** How a vendor's responses are read. */
export type VendorRules = {
  readonly fields: readonly CredentialField[];
  /** Paths of the message's id in the JSON (`data.0.id`); the first match is used. */
  readonly idPaths: readonly string[];
  /** The response header with the message's id. */
  readonly idHeader?: string;
  /** Paths of the sentence that describes an error; the first match is shown to the operator. */
  readonly errorPaths: readonly string[];
  /** Turns a response that is no JSON (XML, a line of text) into fields, which the paths then name. Default: JSON. */
  readonly parse?: (body: string) => unknown;
  /**
   * The meaning of a response where its status does not say it: a 200 that is a failure, a 400 about the recipient. Undefined:
   * the status decides (`http-outcome.ts`).
   */
  judge?(response: VendorResponse): Verdict | undefined;
  /** The same for the answer to a check of the credentials. */
  judgeCheck?(response: VendorResponse): Verdict | undefined;
};

export type VendorResponse = {
  status: number;
  headers: Record<string, string>;
  json: unknown;
  body: string;
  /** The time of the response, for headers with the time of the next attempt. */
  now: Date;
};

export type Verdict = {
  kind: SendOutcome["kind"];
  /** Rate limited: does not count as an attempt. False for a 429 that is not about the rate, such as a used-up quota. */
  isThrottled?: boolean;
  retryAfterMs?: number;
  invalidTokens?: readonly string[];
};

type Sending = {
  credentials: Credentials;
  message: { passthrough?: Passthrough };
  request: VendorRequest;
};

/** Sends a message, or a harmless question, to a vendor's API and reads the response. The trigger's `_passthrough` is added to the request. */
export async function callVendor(
  rules: VendorRules,
  { credentials, message, request }: Sending,
  io: ProviderIO,
): Promise<SendOutcome> {
  const fault = passthroughFault(message.passthrough);
  if (fault) return fault;
  const call = await httpCallOf(request, message.passthrough);
  const result = await io.request({ ...call, headers: { ...call.headers, ...request.sign?.(call) } });
  const secrets = [...secretsOf(rules.fields, credentials), ...(request.secrets ?? [])];
  const { idPaths, parse = parseResponse } = rules;
  const byStatus = outcomeOf(result, { secrets, idPaths, parse });
  return result.kind === "answered" ? judged(byStatus, result, { rules, secrets, now: io.now() }) : byStatus;
}

async function httpCallOf(request: VendorRequest, passthrough: Passthrough | undefined): Promise<HttpCall> {
  const { method = "POST", http2 } = request;
  const content = method === "GET" ? undefined : await contentOf(request, passthrough);
  return {
    method,
    url: withQuery(request.url, passthrough?.query),
    headers: {
      ...lowerCased(passthrough?.headers),
      ...request.headers,
      ...(content ? { "content-type": content.type } : {}),
    },
    ...(content ? { body: content.body } : {}),
    ...(http2 ? { http2 } : {}),
  };
}

type Content = { type: string; body: string | Buffer };

async function contentOf(
  { json, form, files }: VendorRequest,
  passthrough: Passthrough | undefined,
): Promise<Content> {
  if (json) return { type: "application/json", body: JSON.stringify({ ...json, ...passthrough?.body }) };
  const pairs = pairsOf({ ...form, ...textsIn(passthrough) });
  if (files) return multipart(pairs, files);
  return { type: "application/x-www-form-urlencoded", body: new URLSearchParams(pairs).toString() };
}

/** Node.js encodes the form (RFC 7578) as the body of a `Response`, which is the only way to get its bytes. */
async function multipart(pairs: [string, string][], files: readonly FilePart[]): Promise<Content> {
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  for (const { field, name, type, bytes } of files) form.append(field, new Blob([bytes], { type }), name);
  const encoded = new Response(form);
  return {
    type: encoded.headers.get("content-type") ?? "multipart/form-data",
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

function textsIn(passthrough: Passthrough | undefined): Record<string, string> {
  const entries = Object.entries(passthrough?.body ?? {});
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}

function pairsOf(form: NonNullable<VendorRequest["form"]>): [string, string][] {
  return Object.entries(form).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((text): [string, string] => [name, text]),
  );
}

type Judging = { rules: VendorRules; secrets: readonly string[]; now: Date };

function judged(
  byStatus: SendOutcome,
  result: ProviderResponse,
  { rules, secrets, now }: Judging,
): SendOutcome {
  const { status, headers, body } = result;
  const json = (rules.parse ?? parseResponse)(body);
  const verdict = rules.judge?.({ status, headers, json, body, now }) ?? { kind: byStatus.kind };
  const more = {
    ...(byStatus.raw === undefined ? {} : { raw: byStatus.raw }),
    ...(verdict.invalidTokens?.length ? { invalidTokens: verdict.invalidTokens } : {}),
  };
  if (verdict.kind === "accepted") {
    const id = idOf(byStatus, headers, rules);
    return { kind: "accepted", ...(id === undefined ? {} : { providerMessageId: id }), ...more };
  }
  const { retryAfterMs: stated, isThrottled: counted } = byStatus.kind === "accepted" ? {} : byStatus;
  const retryAfterMs = verdict.retryAfterMs ?? stated;
  const isThrottled = verdict.isThrottled ?? (verdict.kind === "not_processed" ? counted : undefined);
  return {
    kind: verdict.kind,
    reason: reasonOf(status, sentenceIn(json, rules.errorPaths, secrets)),
    ...more,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(isThrottled ? { isThrottled } : {}),
  };
}

const MAX_ID = 255;

function idOf(
  byStatus: SendOutcome,
  headers: Record<string, string>,
  { idHeader }: VendorRules,
): string | undefined {
  const inHeader = idHeader === undefined ? undefined : headers[idHeader];
  if (inHeader && inHeader.length <= MAX_ID) return inHeader;
  return byStatus.kind === "accepted" ? byStatus.providerMessageId : undefined;
}

const MAX_SENTENCE = 300;

/** The vendor's own words, on one line, without credentials. */
function sentenceIn(json: unknown, paths: readonly string[], secrets: readonly string[]): string | undefined {
  const text = paths.map((path) => textAt(json, path, 4_000)).find((one) => one !== undefined);
  if (text === undefined) return undefined;
  return withoutSecrets(text, secrets)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_SENTENCE);
}

function reasonOf(status: number, sentence: string | undefined): string {
  const start = `The provider answered with status ${status}`;
  return sentence ? `${start}: ${sentence}` : `${start}.`;
}

/** The vendor's address, or the one in the credentials; without a slash at the end. */
export function addressOf(credentials: Credentials, vendor: string): string {
  return (textOf(credentials, "baseUrl") ?? vendor).replace(/\/+$/, "");
}

/** HTTP Basic authentication (RFC 7617), and its value as a secret. */
export function basicAuth(user: string, password: string): { header: string; secret: string } {
  const secret = Buffer.from(`${user}:${password}`).toString("base64");
  return { header: `Basic ${secret}`, secret };
}

/** The first required credential that is missing. */
export function missingField(
  fields: readonly CredentialField[],
  credentials: Credentials,
): string | undefined {
  return fields.find(({ name, isRequired }) => isRequired && textOf(credentials, name) === undefined)?.name;
}
