import { receiveReceipts } from "./receipts.ts";
import { UNSUBSCRIBE_OPERATIONS } from "./unsubscribe.ts";

/** Operations without an API key: recipients of mails and delivery providers call them. */
export const KEYLESS_OPERATIONS = [...UNSUBSCRIBE_OPERATIONS, receiveReceipts] as const;
