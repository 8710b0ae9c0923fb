import type { ReceiptKind } from "../providers/receipts/receipt.ts";
import { FALLBACK_RESPONSES } from "./common-responses.ts";
import type { Received } from "./received.ts";
import type { AnyVendorCase, VendorResponseCase } from "./vendor-case.ts";
import type { Violation } from "./violations.ts";

/** What any server may do wrong: answer late, never, with nonsense, or close the connection. */
export const DISTURBANCES = ["slow", "hang", "garbage", "reset"] as const;
export type Fault = (typeof DISTURBANCES)[number];

const KINDS: Record<string, (response: VendorResponseCase) => boolean> = {
  "config-error": ({ outcome }) => outcome === "config_error",
  "recipient-error": ({ outcome }) => outcome === "recipient_error",
  rejected: ({ outcome }) => outcome === "rejected",
  throttled: ({ isThrottled }) => isThrottled === true,
  "not-processed": ({ outcome, isThrottled, isQuotaUsedUp, refused }) =>
    outcome === "not_processed" && !isThrottled && !isQuotaUsedUp && !refused,
  ambiguous: ({ outcome }) => outcome === "ambiguous",
};

/** The cases that every vendor has. */
export const COMMON_CASES: readonly string[] = [...Object.keys(KINDS), ...DISTURBANCES];

/** The cases of a vendor, as they are written in a message: the common ones, what it reports, and its documented responses. */
export function casesOf(vendorCase: AnyVendorCase): string[] {
  const documented = vendorCase.responses.map(({ name }) => slug(name));
  return [...new Set([...COMMON_CASES, ...reportedKinds(vendorCase), ...documented])];
}

/** What the vendor reports about messages. */
export function reportedKinds({ webhook }: AnyVendorCase): ReceiptKind[] {
  return Object.keys(webhook?.bodies ?? {}) as ReceiptKind[];
}

/** What happens to a message before the kind of event that it asks for. */
const EARLIER: Partial<Record<ReceiptKind, readonly ReceiptKind[]>> = {
  complained: ["delivered"],
  unsubscribed: ["delivered"],
  opened: ["delivered"],
  clicked: ["delivered", "opened"],
};

/** The events of an accepted message for which this case was asked: it is delivered if the case says nothing else. */
export function eventsOf(name: string | undefined, vendorCase: AnyVendorCase): ReceiptKind[] {
  const kinds = reportedKinds(vendorCase);
  const asked = kinds.find((kind) => kind === name) ?? "delivered";
  return [...(EARLIER[asked] ?? []), asked].filter((kind) => kinds.includes(kind));
}

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** The case that a request asks for: `simulate-throttled` anywhere in its path or body. */
export function caseIn({ path, body }: Received): string | undefined {
  return caseInText(`${path} ${JSON.stringify(body)}`);
}

/** The case that a text asks for. */
export function caseInText(text: string): string | undefined {
  const [, name] = /simulate-([a-z0-9-]*[a-z0-9])/i.exec(text) ?? [];
  return name?.toLowerCase();
}

export function isFault(name: string): name is Fault {
  return (DISTURBANCES as readonly string[]).includes(name);
}

/** The vendor's response of this name or kind; undefined when it has none. What becomes of a message later begins with a success. */
export function responseNamed(name: string, vendorCase: AnyVendorCase): VendorResponseCase | undefined {
  const { responses } = vendorCase;
  if (reportedKinds(vendorCase).some((kind) => kind === name)) return successOf(vendorCase);
  const isOfKind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (!isOfKind) return responses.find((response) => slug(response.name) === name);
  return responses.find(isOfKind) ?? FALLBACK_RESPONSES.find(isOfKind);
}

/** The vendor's documented success. */
export function successOf({ responses }: AnyVendorCase): VendorResponseCase {
  return (
    responses.find(({ outcome }) => outcome === "accepted") ?? {
      name: "accepted",
      status: 200,
      outcome: "accepted",
    }
  );
}

/** The vendor's documented response to a request that it refuses. */
export function refusalOf({ about, missing = "" }: Violation, vendorCase: AnyVendorCase): VendorResponseCase {
  const { responses, refusals = {} } = vendorCase;
  if (about === "path") return { name: "unknown path", status: 404, outcome: "config_error" };
  const own = refusals[missing] ?? (about === "content" ? refusals["*"] : undefined);
  const stated = responses.find(({ name }) => name === own);
  if (stated) return stated;
  const isKind = KINDS[about === "credentials" ? "config-error" : "rejected"] as (
    one: VendorResponseCase,
  ) => boolean;
  const isAboutKey = ({ status, name }: VendorResponseCase) =>
    status === 401 || /wrong|invalid_auth|token/i.test(name);
  const documented = responses.filter(isKind);
  const best = about === "credentials" ? documented.find(isAboutKey) : undefined;
  return best ?? documented[0] ?? (FALLBACK_RESPONSES.find(isKind) as VendorResponseCase);
}
