import type { CredentialField } from "@tidings/contract";
import { secretsOf, textOf } from "./credential.ts";
import { outcomeOf } from "./http-outcome.ts";
import { judgeResponse } from "./judge-response.ts";
import { type Content, type FilePart, multipart } from "./multipart.ts";
import { lowerCased, passthroughFault, withQuery } from "./passthrough.ts";
import type { Credentials, HttpCall, Passthrough, ProviderIO, SendOutcome } from "./provider.ts";
import type { VendorRules } from "./vendor-rules.ts";

export type { VendorResponse, VendorRules, Verdict } from "./vendor-rules.ts";

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

type Sending = {
  credentials: Credentials;
  message: { key?: string; passthrough?: Passthrough };
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
  const call = await httpCallOf(request, message);
  const result = await io.request({ ...call, headers: { ...call.headers, ...request.sign?.(call) } });
  const secrets = [...secretsOf(rules.fields, credentials), ...(request.secrets ?? [])];
  const byStatus = outcomeOf(result, { ...rules, secrets });
  if (result.kind !== "answered") return byStatus;
  return judgeResponse(byStatus, result, { rules, secrets, now: io.now() });
}

async function httpCallOf(request: VendorRequest, message: Sending["message"]): Promise<HttpCall> {
  const { passthrough } = message;
  const { method = "POST", http2 } = request;
  const content = method === "GET" ? undefined : await contentOf(request, message);
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

async function contentOf(
  { json, form, files }: VendorRequest,
  { key, passthrough }: Sending["message"],
): Promise<Content> {
  if (json) return { type: "application/json", body: JSON.stringify({ ...json, ...passthrough?.body }) };
  const pairs = pairsOf({ ...form, ...textsIn(passthrough) });
  if (files) return multipart(pairs, files, key);
  return { type: "application/x-www-form-urlencoded", body: new URLSearchParams(pairs).toString() };
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
