import { walkPath } from "../foundation/json-path.ts";
import { leavesOf } from "./leaves.ts";
import type { Received } from "./received.ts";
import type { AnyVendorCase } from "./vendor-case.ts";

/** Why a vendor refuses a request: it is for another operation, its credentials are wrong, or its content is. */
export type Objection = { about: "path" | "credentials" | "content"; reason: string };

const PATH = (reason: string): Objection => ({ about: "path", reason });
const CREDENTIALS = (reason: string): Objection => ({ about: "credentials", reason });
const CONTENT = (reason: string): Objection => ({ about: "content", reason });

/**
 * Compares a request with the one that the vendor documents. What comes from the credentials must be equal; what comes from the
 * message may differ.
 */
export function objectionTo(received: Received, vendorCase: AnyVendorCase, now: Date): Objection | undefined {
  return (
    pathObjection(received, vendorCase) ??
    headerObjection(received, vendorCase) ??
    signatureObjection(received, vendorCase, now) ??
    bodyObjection(received, vendorCase)
  );
}

function pathObjection({ method, path }: Received, vendorCase: AnyVendorCase): Objection | undefined {
  const expected = new URL(vendorCase.request.path, "http://vendor.test");
  const actual = new URL(path, "http://vendor.test");
  const [wanted, given] = [segmentsOf(expected), segmentsOf(actual)];
  const isGet = leavesOf(vendorCase.request.body).length === 0;
  const stated = `${isGet ? "GET" : "POST"} ${expected.pathname}`;
  if ((method === "GET") !== isGet || wanted.length !== given.length)
    return PATH(`the operation is ${stated}`);
  for (const [index, segment] of wanted.entries()) {
    if (segment === given[index] || comesFromMessage(segment, index === wanted.length - 1, vendorCase))
      continue;
    const isAccount = credentialsOf(vendorCase).some((value) => segment.includes(value));
    return isAccount
      ? CREDENTIALS(`the path names another account than ${stated}`)
      : PATH(`the operation is ${stated}`);
  }
  return queryObjection(expected, actual, vendorCase);
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

/** Of a webhook's URL, the last segment is the subscriber's. */
function comesFromMessage(segment: string, isLast: boolean, { message }: AnyVendorCase): boolean {
  if ("webhookUrl" in message && message.webhookUrl) return isLast;
  const texts = leavesOf(message).flatMap(({ value }) => String(value).split(":"));
  return segment !== "" && texts.includes(segment);
}

function queryObjection(expected: URL, actual: URL, vendorCase: AnyVendorCase): Objection | undefined {
  for (const [name, value] of expected.searchParams) {
    const given = actual.searchParams.get(name);
    if (given === null) return CONTENT(`the query parameter ${name} is missing`);
    if (given !== value && isSecret(value, vendorCase))
      return CREDENTIALS(`the query parameter ${name} is wrong`);
  }
  return undefined;
}

function headerObjection({ headers }: Received, vendorCase: AnyVendorCase): Objection | undefined {
  for (const [name, value] of Object.entries(vendorCase.request.headers)) {
    const isAccount = name === "authorization" || isSecret(value, vendorCase);
    const given = headers[name];
    if (given === undefined) return (isAccount ? CREDENTIALS : CONTENT)(`the header ${name} is missing`);
    if (isAccount && given !== value) return CREDENTIALS(`the header ${name} is wrong`);
  }
  return undefined;
}

/** How long a signed request is valid: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-troubleshooting.html. */
const MAX_SKEW_MS = 5 * 60_000;

function signatureObjection(
  received: Received,
  { request }: AnyVendorCase,
  now: Date,
): Objection | undefined {
  if (!request.signature) return undefined;
  const { method, url, headers, bytes } = received;
  const at = timeIn(headers["x-amz-date"] ?? headers["x-ms-date"]);
  if (!(Math.abs(now.getTime() - at.getTime()) < MAX_SKEW_MS)) return CREDENTIALS("the signature is too old");
  const { authorization } = request.signature({ method: method as "POST", url, headers, body: bytes }, at);
  return headers.authorization === authorization ? undefined : CREDENTIALS("the signature is wrong");
}

/** A time of AWS (`20260801T120000Z`), or a date of HTTP. */
function timeIn(text = ""): Date {
  return new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
}

const TYPES = {
  json: /^application\/json/,
  form: /^(application\/x-www-form-urlencoded|multipart\/form-data)/,
};

function bodyObjection({ headers, body }: Received, vendorCase: AnyVendorCase): Objection | undefined {
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
