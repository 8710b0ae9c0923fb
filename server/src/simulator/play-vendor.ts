import {
  caseIn,
  casesOf,
  type Fault,
  isFault,
  refusalOf,
  responseNamed,
  successOf,
} from "./choose-response.ts";
import { describeMessage } from "./describe-message.ts";
import type { Received } from "./received.ts";
import type { AnyVendorCase, VendorResponseCase } from "./vendor-case.ts";
import { type Violation, violationOf, violationOfCheck } from "./violations.ts";
import { type Written, writeResponse } from "./write-response.ts";

/** What a vendor answers, and what the simulator shows about it. */
export type Reply = Written & { to: string; text: string; result: string; fault?: Fault };

export type Playing = {
  now: Date;
  /** A number that no other response has. */
  serial: number;
  /** The case for a message that asks for none. */
  fail(): string | undefined;
};

/** Answers as the vendor would. `cases` are all forms of its API; there is at least one. */
export function playVendor(received: Received, cases: readonly AnyVendorCase[], playing: Playing): Reply {
  const judged = cases.map((vendorCase) => {
    const decoded = decodedBy(vendorCase, received);
    return { vendorCase, decoded, violation: violationOf(decoded, vendorCase, playing.now) };
  });
  const fitting =
    judged.find(({ violation }) => !violation) ??
    judged.find(({ violation }) => violation?.about !== "path") ??
    judged[0];
  if (!fitting) throw new Error("a vendor without a case");
  const { vendorCase, decoded, violation } = fitting;
  const context = { shown: describeMessage(decoded, vendorCase), playing };
  if (!violation && !isCheck(received, vendorCase))
    return asked(caseIn(decoded) ?? playing.fail(), vendorCase, context);
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

type Context = { shown: { to: string; text: string }; playing: Playing };

/** The answer to a check of credentials, or to a call for an access token; undefined for a message. */
function answerToOther(
  received: Received,
  cases: readonly AnyVendorCase[],
  playing: Playing,
): Reply | undefined {
  const context = { shown: { to: "", text: "" }, playing };
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
  const body = response.body ?? { message: `Simulator: ${violation.reason}` };
  return replied({ ...response, body }, context, violation.reason);
}

function asked(name: string | undefined, vendorCase: AnyVendorCase, context: Context): Reply {
  if (name === undefined) return replied(successOf(vendorCase), context);
  if (isFault(name)) {
    return { ...replied(successOf(vendorCase), context), fault: name, result: name };
  }
  const response = responseNamed(name, vendorCase);
  if (response) return replied(response, context, response.name);
  const message = `Simulator: ${name} is no case of this vendor; its cases: ${casesOf(vendorCase).join(", ")}`;
  return replied(
    { name: "unknown case", status: 400, body: { message }, outcome: "rejected" },
    context,
    message,
  );
}

function replied(response: VendorResponseCase, { shown, playing }: Context, why?: string): Reply {
  const written = writeResponse(response, playing.serial, playing.now);
  const about = why ?? (written.id === undefined ? "" : `id ${written.id}`);
  const meaning = response.isThrottled ? "throttled" : response.outcome;
  return { ...written, ...shown, result: `${written.status} ${meaning}${about && `: ${about}`}` };
}
