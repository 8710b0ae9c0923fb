import type { Queryable } from "../database/database.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { dialable } from "../foundation/phone-number.ts";
import { readMailbox } from "../providers/email/read-mailbox.ts";
import type { Subscriber } from "../subscribers/subscriber.ts";
import type { Suppressed } from "./suppression.ts";
import { findSuppressed } from "./suppression-store.ts";

/** What names addresses: the recipient, the overrides of the trigger, and messages that were not accepted yet. */
type Addressed = {
  readonly subscriber: Pick<Subscriber, "email" | "phone"> | undefined;
  readonly overrides: JsonObject;
  readonly sending: { readonly unanswered: readonly { email: string | null; phone: string | null }[] };
  readonly workflow: { readonly definition: { readonly steps: readonly { type: string }[] } };
};

/**
 * The runs with their suppressed addresses: one statement for all of them, and none where no workflow sends e-mail or SMS.
 * All runs share one set.
 */
export async function withSuppressed<R extends Addressed>(
  database: Queryable,
  environmentId: string,
  runs: readonly R[],
): Promise<(R & { suppressed?: Suppressed })[]> {
  const addresses = runs.filter(sendsToAddresses).flatMap(addressesOf);
  const suppressed = await findSuppressed(database, environmentId, addresses);
  return suppressed.size === 0 ? [...runs] : runs.map((run) => ({ ...run, suppressed }));
}

function sendsToAddresses({ workflow }: Addressed): boolean {
  return workflow.definition.steps.some(({ type }) => type === "email" || type === "sms");
}

function addressesOf({ subscriber, overrides, sending }: Addressed): string[] {
  const stored = [subscriber, ...sending.unanswered].flatMap((one) => [one?.email, one?.phone]);
  return [...stored.filter((text) => typeof text === "string"), ...addressesIn(overrides)];
}

/** Longer texts are no mailboxes, and longer addresses are none (RFC 5321). */
const MAX_MAILBOX = 1_000;
const MAX_ADDRESS = 320;

function isAddress(text: string): boolean {
  return text.includes("@") || /^\+?\d/.test(dialable(text));
}

/** The addresses of texts in the overrides that may be mailboxes or numbers, whatever the names of their fields. */
function addressesIn(value: Json): string[] {
  if (typeof value === "string") {
    const { address } = readMailbox(value.length <= MAX_MAILBOX ? value : "");
    return address.length <= MAX_ADDRESS && isAddress(address) ? [address] : [];
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(addressesIn) : [];
}
