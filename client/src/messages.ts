import {
  deleteMessage,
  deleteMessagesByTransaction,
  getMessage,
  listMessages,
  type QueryOf,
  resendMessage,
  retryMessage,
} from "@tidings/contract";
import type { Call } from "./call.ts";

export type MessageSearch = QueryOf<typeof listMessages>;
export type Messages = ReturnType<typeof messages>;

export const messages = (call: Call) => ({
  list: (query: MessageSearch = {}) => call(listMessages, { query }),
  get: (messageId: string) => call(getMessage, { params: { messageId } }),
  delete: (messageId: string) => call(deleteMessage, { params: { messageId } }),
  /** Makes its planned attempt now. */
  retry: (messageId: string) => call(retryMessage, { params: { messageId } }),
  /** Sends the message again as it was rendered, whatever its status. */
  resend: (messageId: string) => call(resendMessage, { params: { messageId } }),
  /** Deletes all messages of a trigger, or those of one channel. */
  deleteByTransaction: (transactionId: string, query: QueryOf<typeof deleteMessagesByTransaction> = {}) =>
    call(deleteMessagesByTransaction, { params: { transactionId }, query }),
});
