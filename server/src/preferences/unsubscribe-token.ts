import type { SubscriberId, WorkflowId } from "../foundation/ids.ts";
import type { Secrets } from "../foundation/secrets.ts";

/** Whose e-mails of which workflow a token stops. */
export type Unsubscription = { environmentId: string; workflowId: WorkflowId; subscriberId: SubscriberId };

const PURPOSE = "unsubscribe";
/** An id has 24 hexadecimal digits. */
const ID_BYTES = 12;
const PLACE_BYTES = 3 * ID_BYTES;

/**
 * A token for a link: the three ids and a signature over them, as 70 characters of base64url. It is the same in every mail, has no
 * expiry, and is valid as long as one of the secrets keys that signed it exists.
 */
export function unsubscribeToken(secrets: Secrets, unsubscription: Unsubscription): string {
  const { environmentId, workflowId, subscriberId } = unsubscription;
  const place = Buffer.from(environmentId + workflowId + subscriberId, "hex");
  return Buffer.concat([place, secrets.sign(PURPOSE, place)]).toString("base64url");
}

/** Undefined for a token that this service did not make. */
export function readUnsubscribeToken(secrets: Secrets, token: string): Unsubscription | undefined {
  const bytes = Buffer.from(token, "base64url");
  // One token has one spelling: the decoder ignores spare bits and unknown characters.
  if (bytes.toString("base64url") !== token || bytes.length <= PLACE_BYTES) return undefined;
  const place = bytes.subarray(0, PLACE_BYTES);
  if (!secrets.isSigned(PURPOSE, place, bytes.subarray(PLACE_BYTES))) return undefined;
  const idAt = (index: number) => place.toString("hex", index * ID_BYTES, (index + 1) * ID_BYTES);
  return {
    environmentId: idAt(0),
    workflowId: idAt(1) as WorkflowId,
    subscriberId: idAt(2) as SubscriberId,
  };
}

/** The address with which the subscriber stops the workflow's e-mails. */
export type UnsubscribeUrl = (unsubscription: Unsubscription) => string;

/** @param publicUrl the address of the API as recipients reach it; undefined where it is not set: there are no links. */
export function createUnsubscribeUrl(
  publicUrl: string | undefined,
  secrets: Secrets,
): UnsubscribeUrl | undefined {
  if (publicUrl === undefined) return undefined;
  return (unsubscription) => `${publicUrl}/v1/unsubscribe/${unsubscribeToken(secrets, unsubscription)}`;
}
