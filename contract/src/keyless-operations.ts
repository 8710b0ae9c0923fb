import { openInboxStream } from "./inbox-operations.ts";
import { receiveReceipts } from "./receipts.ts";
import { UNSUBSCRIBE_OPERATIONS } from "./unsubscribe.ts";

/** Operations without an API key: recipients of mails, delivery providers and browsers call them. */
export const KEYLESS_OPERATIONS = [...UNSUBSCRIBE_OPERATIONS, receiveReceipts, openInboxStream] as const;
