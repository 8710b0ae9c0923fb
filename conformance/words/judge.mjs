import { RECEIPT_RULES } from "../../server/dist/providers/receipts/receipts.js";
import { caseOf } from "../cases.mjs";

/**
 * What the adapter makes of an answer: the kind of the outcome, `throttled` if it counts as no attempt, `gone` if it removes the
 * device.
 * @param {{ provider: string, form?: string }} vendor
 * @param {{ status: number, headers?: Record<string, string>, body?: object | string }} answer
 */
export async function readAnswer(vendor, { status, headers = {}, body = "" }) {
  const { provider, message, credentials, answersBefore = {} } = caseOf(vendor);
  const answered = (one) => ({
    kind: "answered",
    ...one,
    body: typeof one.body === "string" ? one.body : JSON.stringify(one.body),
    isCut: false,
  });
  const io = {
    now: () => new Date(),
    tokens: { get: async (_name, issue) => (await issue()).token, forget: () => undefined },
    async request({ url }) {
      const before = answersBefore[new URL(url).pathname];
      return answered(before ? { status: 200, headers: {}, body: before } : { status, headers, body });
    },
  };
  const { kind, isThrottled, invalidTokens } = await provider.send(message, credentials, io);
  return [kind, isThrottled ? "throttled" : "", invalidTokens?.length ? "gone" : ""]
    .filter(Boolean)
    .join(" ");
}

/** What becomes of a message after an event: the kind of the receipt, `permanent` if the address is at fault; `nothing` if it is not read. */
export function readEvent(provider, content) {
  const [receipt] = RECEIPT_RULES[provider].receiptsIn(content);
  if (!receipt) return "nothing";
  return receipt.isPermanent ? `${receipt.kind} permanent` : receipt.kind;
}
