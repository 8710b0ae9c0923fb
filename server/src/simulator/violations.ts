import { isDeepStrictEqual } from "node:util";
import { walkPath } from "../foundation/json-path.ts";
import { leavesOf } from "./leaves.ts";
import type { Received } from "./received.ts";
import type { AnyVendorCase } from "./vendor-case.ts";

/** Why a vendor refuses a request: it is for another operation, its credentials are wrong, or its content is. */
export type Violation = {
  about: "path" | "credentials" | "content";
  reason: string;
  /** The need that is missing. */
  missing?: string;
};

const PATH = (reason: string): Violation => ({ about: "path", reason });
const CREDENTIALS = (reason: string): Violation => ({ about: "credentials", reason });
const CONTENT = (reason: string): Violation => ({ about: "content", reason });
const MISSING = (missing: string, what = ""): Violation => ({
  about: "content",
  reason: `${what}${missing.replaceAll("|", " or ")} is missing`,
  missing,
});

/** Compares a request for a message with the documented one. */
export function violationOf(received: Received, vendorCase: AnyVendorCase, now: Date): Violation | undefined {
  const operation = { ...vendorCase.request, method: methodOf(vendorCase.request) };
  return (
    operationViolation(received, operation, vendorCase) ??
    signatureViolation(received, vendorCase, now) ??
    bodyViolation(received, vendorCase)
  );
}

/** Compares a request with the documented call that checks credentials. */
export function violationOfCheck(
  received: Received,
  vendorCase: AnyVendorCase,
  now: Date,
): Violation | undefined {
  const { check } = vendorCase;
  if (!check) return PATH("the vendor has no check");
  const { method, path, headers = {} } = check;
  const needsQuery = [...new URL(path, "http://vendor.test").searchParams.keys()];
  const operation = { method, path, headers, needsQuery };
  const violation =
    operationViolation(received, operation, vendorCase) ?? signatureViolation(received, vendorCase, now);
  return violation ?? (isMessage(received, vendorCase) ? PATH("a message is no check") : undefined);
}

/** An incomplete message, for a check that differs from a message only by what it leaves out. */
function isMessage({ path, body }: Received, { check, request }: AnyVendorCase): boolean {
  const [own, ofMessage] = [check?.path ?? "", request.path].map((one) => new URL(one, "http://vendor.test"));
  if (own?.pathname !== ofMessage?.pathname || check?.method !== methodOf(request)) return false;
  const given = [...new URL(path, "http://vendor.test").searchParams.keys()];
  const isBodyOther = check?.body !== undefined && !isDeepStrictEqual(body, check.body);
  return isBodyOther || given.some((name) => !own?.searchParams.has(name));
}

const methodOf = ({ body }: AnyVendorCase["request"]) => (leavesOf(body).length === 0 ? "GET" : "POST");

type Operation = Pick<AnyVendorCase["request"], "path" | "headers" | "needsQuery" | "needsHeaders"> & {
  method: string;
};

/** What comes from the credentials must be equal; what comes from the message may differ. */
function operationViolation(
  received: Received,
  operation: Operation,
  vendorCase: AnyVendorCase,
): Violation | undefined {
  return (
    pathViolation(received, operation, vendorCase) ??
    headerViolation(received, operation, vendorCase) ??
    queryViolation(received, operation, vendorCase)
  );
}

function pathViolation(
  { method, path }: Received,
  operation: Operation,
  vendorCase: AnyVendorCase,
): Violation | undefined {
  const expected = new URL(operation.path, "http://vendor.test");
  const actual = new URL(path, "http://vendor.test");
  const [wanted, given] = [segmentsOf(expected), segmentsOf(actual)];
  const stated = `${operation.method} ${expected.pathname}`;
  const hasMethod = (method === "GET") === (operation.method === "GET");
  if (!hasMethod || wanted.length !== given.length) return PATH(`the operation is ${stated}`);
  const index = wanted.findIndex((segment, at) => {
    return segment !== given[at] && !comesFromMessage(segment, at === wanted.length - 1, vendorCase);
  });
  const other = wanted[index];
  if (other === undefined) return undefined;
  const isAccount = credentialsOf(vendorCase).some((value) => other.includes(value));
  return isAccount
    ? CREDENTIALS(`the path names another account than ${stated}`)
    : PATH(`the operation is ${stated}`);
}

const segmentsOf = ({ pathname }: URL): string[] =>
  pathname
    .split("/")
    .filter((segment) => segment !== "")
    .map(safelyDecoded);

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Of a URL that belongs to a subscriber, the last segment names the subscriber. */
function comesFromMessage(segment: string, isLast: boolean, { message }: AnyVendorCase): boolean {
  if ("webhookUrl" in message && message.webhookUrl) return isLast;
  const texts = leavesOf(message).map(({ value }) => String(value));
  if (isLast && texts.some((text) => text.startsWith("{") && text.includes(segment))) return true;
  return texts.flatMap((text) => text.split(":")).includes(segment);
}

function queryViolation(
  { path }: Received,
  operation: Operation,
  vendorCase: AnyVendorCase,
): Violation | undefined {
  const [stated, given] = [operation.path, path].map(
    (one) => new URL(one, "http://vendor.test").searchParams,
  );
  for (const [name, value] of stated ?? []) {
    const isMissing = given?.get(name) == null;
    if (isMissing && operation.needsQuery?.includes(name)) return MISSING(name, "the query parameter ");
    if (given?.get(name) !== value && isSecret(value, vendorCase))
      return CREDENTIALS(`the query parameter ${name} is ${isMissing ? "missing" : "wrong"}`);
  }
  return undefined;
}

function headerViolation(
  { headers }: Received,
  { headers: stated, needsHeaders = [] }: Operation,
  vendorCase: AnyVendorCase,
): Violation | undefined {
  for (const [name, value] of Object.entries(stated)) {
    if (name !== "authorization" && !isSecret(value, vendorCase)) continue;
    const given = headers[name];
    if (given === undefined) return CREDENTIALS(`the header ${name} is missing`);
    if (withoutScheme(given) !== withoutScheme(value)) return CREDENTIALS(`the header ${name} is wrong`);
  }
  const missing = needsHeaders.find((name) => headers[name] === undefined);
  return missing === undefined ? undefined : MISSING(missing, "the header ");
}

/** The scheme of credentials is case-insensitive: RFC 9110, section 11.1. */
function withoutScheme(text: string): string {
  return text.replace(/^\w+ /, (scheme) => scheme.toLowerCase());
}

function signatureViolation(
  received: Received,
  { request }: AnyVendorCase,
  now: Date,
): Violation | undefined {
  const fault = request.verify?.(received, now);
  return fault === undefined ? undefined : CREDENTIALS(fault);
}

const TYPES = {
  json: /^application\/json/,
  form: /^(application\/x-www-form-urlencoded|multipart\/form-data)/,
  any: /^/,
};

function bodyViolation(received: Received, vendorCase: AnyVendorCase): Violation | undefined {
  const { needs = [], body: example } = vendorCase.request;
  const { headers, body } = received;
  const type = headers["content-type"] ?? "";
  if (!hasEncoding(type, vendorCase)) return CONTENT(`the content type is ${type || "missing"}`);
  const wrong = leavesOf(example).find(
    ({ path, value }) => isSecret(String(value), vendorCase) && walkPath(body, path) !== value,
  );
  if (wrong)
    return CREDENTIALS(`${wrong.path.join(".")} is ${walkPath(body, wrong.path) ? "wrong" : "missing"}`);
  const missing = needs.find(
    (need) => !need.split("|").some((path) => isGiven(walkPath(body, path.split(".")))),
  );
  return missing === undefined ? undefined : MISSING(missing);
}

function hasEncoding(type: string, { request }: AnyVendorCase): boolean {
  const { encoding, headers } = request;
  if (!encoding) return type.startsWith(headers["content-type"] ?? "");
  return [encoding].flat().some((one) => TYPES[one].test(type));
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== "";

function credentialsOf({ credentials }: AnyVendorCase): string[] {
  return Object.values(credentials).filter((value) => typeof value === "string");
}

/** Whether a text contains a secret of the integration. */
function isSecret(text: string, { provider, credentials }: AnyVendorCase): boolean {
  return provider.fields.some(({ name, isSecret }) => {
    const value = credentials[name];
    return isSecret && typeof value === "string" && text.includes(value);
  });
}
