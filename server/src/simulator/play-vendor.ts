import type { ReceiptKind } from "../providers/receipts/receipt.ts";
import {
  caseIn,
  casesOf,
  eventsOf,
  type Fault,
  isFault,
  refusalOf,
  responseNamed,
  successOf,
} from "./choose-response.ts";
import { type Described, describeMessage } from "./describe-message.ts";
import type { Received } from "./received.ts";
import { refusalBody } from "./refusal-body.ts";
import { hashOf, isKnown, keyOf, type Memory, type Remembered } from "./remembered.ts";
import { formsOf } from "./request-forms.ts";
import type { AnyVendorCase, VendorResponseCase } from "./vendor-case.ts";
import { type Violation, violationOf, violationOfCheck } from "./violations.ts";
import { type Written, writeResponse } from "./write-response.ts";

/** What a vendor answers, and what the simulator shows about it. */
export type Reply = Written & {
  to: string;
  text: string;
  result: string;
  fault?: Fault;
  /** Of an accepted message: what the vendor reports about it later. */
  later?: { kinds: readonly ReceiptKind[]; messageId: string; address: string };
};

export type Playing = {
  now: Date;
  /** A number that no other response has. */
  serial: number;
  /** The case for a message that asks for none. */
  fail(): string | undefined;
  memory: Memory;
};

/** Answers as the vendor would. `cases` are all forms of its API; there is at least one. */
export function playVendor(received: Received, cases: readonly AnyVendorCase[], playing: Playing): Reply {
  const judged = cases.flatMap(formsOf).map((vendorCase) => {
    const decoded = decodedBy(vendorCase, received);
    return { vendorCase, decoded, violation: violationOf(decoded, vendorCase, playing.now) };
  });
  const nearest = ["content", "credentials"].map((about) =>
    judged.find(({ violation }) => violation?.about === about),
  );
  const fitting = judged.find(({ violation }) => !violation) ?? nearest[0] ?? nearest[1] ?? judged[0];
  if (!fitting) throw new Error("a vendor without a case");
  const { vendorCase, decoded, violation } = fitting;
  const context = { shown: describeMessage(decoded, vendorCase), playing };
  if (!violation && !isCheck(received, vendorCase))
    return asked(caseIn(decoded) ?? playing.fail(), { vendorCase, received: decoded }, context);
  const other = answerToOther(received, cases, playing);
  return other ?? refused(violation ?? { about: "path", reason: "unknown operation" }, vendorCase, context);
}

function decodedBy({ request }: AnyVendorCase, received: Received): Received {
  return request.decode ? { ...received, body: request.decode(received.bytes) } : received;
}

/** A check that has the path of a message is recognized by its content. */
function isCheck({ path }: Received, { check, request }: AnyVendorCase): boolean {
  return path === check?.path && path !== request.path;
}

type Context = { shown: Described; playing: Playing };

/** The answer to a check of credentials, or to a call for an access token; undefined for a message. */
function answerToOther(
  received: Received,
  cases: readonly AnyVendorCase[],
  playing: Playing,
): Reply | undefined {
  const context = { shown: { to: "", text: "", address: "" }, playing };
  for (const vendorCase of cases) {
    const violation = violationOfCheck(received, vendorCase, playing.now);
    if (!violation) return checked(vendorCase, context);
    if (violation.about === "credentials") return refused(violation, vendorCase, context);
    const before = vendorCase.answersBefore?.[received.path];
    if (!before) continue;
    const fault = vendorCase.verifyBefore?.(received, playing.now);
    if (fault === undefined) return answered(before, context, "access token");
    return refused({ about: "credentials", reason: fault }, vendorCase, context);
  }
  return undefined;
}

function answered(body: object | string | undefined, context: Context, what: string): Reply {
  return replied({ name: what, status: 200, ...(body ? { body } : {}), outcome: "accepted" }, context, what);
}

function checked({ check }: AnyVendorCase, context: Context): Reply {
  const { status = 200, answer: body = {} } = check ?? {};
  const name = "check of the credentials";
  return replied({ name, status, body, outcome: "accepted" }, context, name);
}

function refused(violation: Violation, vendorCase: AnyVendorCase, context: Context): Reply {
  const response = refusalOf(violation, vendorCase);
  const refusal = { ...response, body: refusalBody(response.body, violation.reason) };
  return replied(refusal, context, violation.reason);
}

type Fitting = { vendorCase: AnyVendorCase; received: Received };

function asked(name: string | undefined, fitting: Fitting, context: Context): Reply {
  const { vendorCase } = fitting;
  const success = fitted(successOf(vendorCase), fitting);
  if (name === undefined) return accepted(success, name, fitting, context);
  if (isFault(name)) {
    const { later, ...reply } = accepted(success, name, fitting, context);
    return { ...reply, ...(later && name === "slow" ? { later } : {}), fault: name, result: name };
  }
  const response = fitted(responseNamed(name, vendorCase), fitting);
  if (response?.outcome === "accepted") return accepted(response, name, fitting, context);
  if (response) return replied(response, context, response.name);
  const message = `Simulator: ${name} is no case of this vendor; its cases: ${casesOf(vendorCase).join(", ")}`;
  return replied(
    { name: "unknown case", status: 400, body: { message }, outcome: "rejected" },
    context,
    message,
  );
}

/** The documented response with the body for this request. */
function fitted<Response extends VendorResponseCase | undefined>(
  response: Response,
  { vendorCase, received }: Fitting,
): Response {
  const body = response?.body;
  if (!vendorCase.bodyFor || typeof body !== "object") return response;
  return { ...response, body: vendorCase.bodyFor(body, received) };
}

/** A repeated message is recognized if the vendor does so. Only the first one is reported on. */
function accepted(
  response: VendorResponseCase,
  name: string | undefined,
  { vendorCase, received }: Fitting,
  context: Context,
): Reply {
  const { memory, now } = context.playing;
  const key = keyOf(received, vendorCase);
  const known = key === undefined ? undefined : memory.find(key);
  if (known && isKnown(known, vendorCase, now)) return repeated(known, { vendorCase, received }, context);
  const reply = replied(response, context);
  const { id: messageId, status, headers, body } = reply;
  if (messageId === undefined) return reply;
  const answer = { status, headers, body, id: messageId };
  if (key !== undefined) memory.keep(key, { answer, bodyHash: hashOf(received), atMs: now.getTime() });
  const later = { kinds: eventsOf(name, vendorCase), messageId, address: context.shown.address };
  return { ...reply, later };
}

function repeated(
  { answer, bodyHash }: Remembered,
  { vendorCase, received }: Fitting,
  context: Context,
): Reply {
  const { again, otherBody } = vendorCase.deduplication ?? {};
  const isOther = bodyHash !== hashOf(received);
  const response = vendorCase.responses.find(({ name }) => name === (isOther ? (otherBody ?? again) : again));
  const written = response ? writeResponse(response, context.playing.serial, context.playing.now) : answer;
  const { to, text } = context.shown;
  const what = isOther
    ? "the key of an earlier message with another body"
    : "the message of an earlier request";
  return { ...written, to, text, result: `${written.status} repeated: ${what}, id ${answer.id}` };
}

function replied(response: VendorResponseCase, { shown, playing }: Context, why?: string): Reply {
  const written = writeResponse(response, playing.serial, playing.now);
  const about = why ?? (written.id === undefined ? "" : `id ${written.id}`);
  const meaning = response.isThrottled ? "throttled" : response.outcome;
  const { to, text } = shown;
  return { ...written, to, text, result: `${written.status} ${meaning}${about && `: ${about}`}` };
}
