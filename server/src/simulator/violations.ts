import { isDeepStrictEqual } from "node:util";
import { walkPath } from "../foundation/json-path.ts";
import { leavesOf } from "./leaves.ts";
import type { Received } from "./received.ts";
import type { AnyVendorCase } from "./vendor-case.ts";

/** Why a vendor refuses a request: it is for another operation, its credentials are wrong, or its content is. */
export type Violation = { about: "path" | "credentials" | "content"; reason: string };

const PATH = (reason: string): Violation => ({ about: "path", reason });
const CREDENTIALS = (reason: string): Violation => ({ about: "credentials", reason });
const CONTENT = (reason: string): Violation => ({ about: "content", reason });

/** Compares a request for a message with the documented one. */
export function violationOf(received: Received, vendorCase: AnyVendorCase, now: Date): Violation | undefined {
  const { path, headers } = vendorCase.request;
  const operation = { method: methodOf(vendorCase.request), path, headers };
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
  const operation = { method: check.method, path: check.path, headers: check.headers ?? {} };
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

type Operation = { method: string; path: string; headers: Record<string, string> };

/** What comes from the credentials must be equal; what comes from the message may differ. */
function operationViolation(
  received: Received,
  operation: Operation,
  vendorCase: AnyVendorCase,
): Violation | undefined {
  return (
    pathViolation(received, operation, vendorCase) ?? headerViolation(received, operation.headers, vendorCase)
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
  if (other === undefined) return queryViolation(expected, actual, vendorCase);
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

function queryViolation(expected: URL, actual: URL, vendorCase: AnyVendorCase): Violation | undefined {
  for (const [name, value] of expected.searchParams) {
    const given = actual.searchParams.get(name);
    if (given === null) return CONTENT(`the query parameter ${name} is missing`);
    if (given !== value && isSecret(value, vendorCase))
      return CREDENTIALS(`the query parameter ${name} is wrong`);
  }
  return undefined;
}

function headerViolation(
  { headers }: Received,
  stated: Operation["headers"],
  vendorCase: AnyVendorCase,
): Violation | undefined {
  for (const [name, value] of Object.entries(stated)) {
    const isAccount = name === "authorization" || isSecret(value, vendorCase);
    const given = headers[name];
    if (given === undefined) return (isAccount ? CREDENTIALS : CONTENT)(`the header ${name} is missing`);
    if (isAccount && given !== value) return CREDENTIALS(`the header ${name} is wrong`);
  }
  return undefined;
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
};

function bodyViolation({ headers, body }: Received, vendorCase: AnyVendorCase): Violation | undefined {
  const { encoding, needs = [], body: example, headers: stated } = vendorCase.request;
  const type = headers["content-type"] ?? "";
  const hasType = encoding ? TYPES[encoding].test(type) : type.startsWith(stated["content-type"] ?? "");
  if (!hasType) return CONTENT(`the content type is ${type || "missing"}`);
  const missing = needs.find((path) =>
    [undefined, null, ""].includes(walkPath(body, path.split(".")) as never),
  );
  if (missing) return CONTENT(`${missing} is missing`);
  const wrong = leavesOf(example).find(
    ({ path, value }) => isSecret(String(value), vendorCase) && walkPath(body, path) !== value,
  );
  return wrong && CREDENTIALS(`${wrong.path.join(".")} is wrong`);
}

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
