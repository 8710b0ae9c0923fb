import type { Queryable } from "../database/database.ts";
import type { SealedColumn } from "../database/seal-anew.ts";
import type { ClearColumns } from "../database/seal-old-rows.ts";
import type { Message, StoredMessage } from "./message.ts";

/**
 * A message's row: its chat or push address is sealed, or in clear text if it was written by a version without
 * sealing.
 */
export type Sealed<M> = M & { addressSealed: string | null };
type MessageAddress = Pick<Message, "webhookUrl" | "deviceTokens">;

/** Converts rows to messages, opening their sealed addresses. */
export function toMessages<M extends StoredMessage>(
  { secrets }: Queryable,
  environmentId: string,
  rows: readonly Sealed<M>[],
): M[] {
  return rows.map((row) => {
    const { addressSealed, ...message } = row;
    return { ...message, ...openAddress({ secrets }, environmentId, row) } as unknown as M;
  });
}

/** The chat or push address in a message's row. */
export function openAddress(
  { secrets }: Pick<Queryable, "secrets">,
  environmentId: string,
  { addressSealed, webhookUrl, deviceTokens, id }: Sealed<MessageAddress & { id: string }>,
): MessageAddress {
  if (addressSealed === null) return { webhookUrl, deviceTokens };
  return JSON.parse(secrets.open(placeOf(environmentId, { id }), addressSealed)) as MessageAddress;
}

/** The sealed chat or push address of a message; undefined without one. */
export function sealAddress(
  { secrets }: Pick<Queryable, "secrets">,
  environmentId: string,
  message: Message,
): string | undefined {
  const { webhookUrl, deviceTokens } = message;
  if (webhookUrl === null && deviceTokens === null) return undefined;
  const address: MessageAddress = { webhookUrl, deviceTokens };
  return secrets.seal(placeOf(environmentId, message), JSON.stringify(address));
}

function placeOf(environmentId: string, { id }: { id: string }): string {
  return `${environmentId}|${SEALED_ADDRESSES.word}|${id}`;
}

export const SEALED_ADDRESSES: SealedColumn = {
  table: "messages",
  column: "address_sealed",
  idColumn: "id",
  word: "messages",
};

/** Chat and push addresses that are still in clear text. */
export const CLEAR_ADDRESSES: ClearColumns = {
  table: "messages",
  columns: ["webhook_url", "device_tokens"],
  text: `json_build_object('webhookUrl', webhook_url, 'deviceTokens', device_tokens)::text`,
  sealedColumn: "address_sealed",
};
