import { createRequire } from "node:module";
import { ErrorCode } from "@seven.io/client";
import { readAnswer, readEvent } from "./judge.mjs";
import { quotedIn } from "./readers.mjs";

// The server SDK brings it, and does not export its list.
const { SMSStatus } = createRequire(import.meta.url)("@vonage/sms");

const ON_THE_WAY = "It is on its way.";
const INBOUND = "It is about a received message.";

/** The names in Brevo's report, which differ from those in the requests that report an event. */
const BREVO_WORDS = { hardBounces: "hard_bounce", softBounces: "soft_bounce", unsubscription: "unsubscribe" };

export const brevoSmsEvents = {
  package: "@getbrevo/brevo",
  list: "events of its report on text messages",
  words: () =>
    quotedIn({
      file: "@getbrevo/brevo/dist/cjs/api/resources/transactionalSms/types/GetSmsEventsRequestEvent.d.ts",
      start: /const GetSmsEventsRequestEvent: \{/,
      end: /\};/,
    }),
  read: (word) =>
    readEvent("brevo-sms", { messageId: 7, to: "492", msg_status: BREVO_WORDS[word] ?? word, ts_event: 1 }),
  rows: {
    bounces: ["nothing", "Both kinds of bounces together; no event has this name."],
    hardBounces: "bounced permanent",
    softBounces: "bounced",
    delivered: "delivered",
    sent: ["nothing", ON_THE_WAY],
    accepted: ["nothing", ON_THE_WAY],
    unsubscription: "unsubscribed",
    replies: ["nothing", INBOUND],
    blocked: "failed",
    rejected: "failed",
    skipped: "failed",
  },
};

export const twilioStatuses = {
  package: "twilio",
  list: "message statuses",
  words: () =>
    quotedIn({ file: "twilio/lib/rest/api/v2010/account/message.d.ts", start: /type MessageStatus = / }),
  read: (MessageStatus) => readEvent("twilio", { MessageSid: "SM1", To: "+492", MessageStatus }),
  rows: {
    queued: ["nothing", ON_THE_WAY],
    sending: ["nothing", ON_THE_WAY],
    sent: ["nothing", ON_THE_WAY],
    failed: "failed",
    delivered: "delivered",
    undelivered: "failed",
    receiving: ["nothing", INBOUND],
    received: ["nothing", INBOUND],
    accepted: ["nothing", ON_THE_WAY],
    scheduled: ["nothing", "No message is scheduled at Twilio."],
    read: "opened",
    partially_delivered: ["nothing", "A message to a group; each message here has one recipient."],
    canceled: ["failed", "Somebody has canceled it at Twilio before it was sent."],
  },
};

export const vonageStatuses = {
  package: "@vonage/sms",
  list: "statuses of the answer",
  words: () => Object.values(SMSStatus),
  read: (status) =>
    readAnswer({ provider: "nexmo" }, { status: 200, body: { messages: [{ status, "message-id": "1" }] } }),
  rows: {
    0: "accepted",
    1: "not_processed throttled",
    2: ["rejected", "A parameter is missing."],
    3: ["rejected", "A parameter is invalid."],
    4: "config_error",
    5: "ambiguous",
    6: ["recipient_error", "No route to this number."],
    7: ["recipient_error", "The number is barred."],
    8: "config_error",
    9: "config_error",
    10: "not_processed throttled",
    11: "config_error",
    12: ["rejected", "The text is too long."],
    14: "config_error",
    15: "config_error",
    22: ["rejected", "The network code is invalid."],
    23: ["rejected", "The address of the callback is invalid."],
    29: ["config_error", "A trial account sends to its own list of numbers only."],
    32: "config_error",
    33: ["recipient_error", "The number is deactivated."],
  },
};

export const telnyxStatuses = {
  package: "telnyx",
  list: "statuses of a recipient",
  words: () =>
    quotedIn({
      file: "telnyx/resources/messages/messages.d.ts",
      start: /namespace OutboundMessagePayload[\s\S]*?interface To \{[\s\S]*?status\?: /,
    }),
  read: (status) =>
    readEvent("telnyx", { data: { payload: { id: "t1", to: [{ phone_number: "+1", status }] } } }),
  rows: {
    queued: ["nothing", ON_THE_WAY],
    sending: ["nothing", ON_THE_WAY],
    sent: ["nothing", ON_THE_WAY],
    expired: ["failed", "It was not delivered in its time."],
    sending_failed: "failed",
    delivery_unconfirmed: ["nothing", "The carrier reports nothing: it may have been delivered."],
    delivered: "delivered",
    delivery_failed: "failed",
    read: "opened",
  },
};

export const messagebirdStatuses = {
  package: "messagebird",
  list: "statuses of a recipient",
  words: () =>
    quotedIn({ file: "messagebird/types/messages.d.ts", start: /interface Recipient \{[\s\S]*?status:/ }),
  read: (status) => readEvent("messagebird", { id: "mb1", recipient: "31612345678", status }),
  rows: {
    scheduled: ["nothing", "No message is scheduled at MessageBird."],
    sent: ["nothing", ON_THE_WAY],
    buffered: ["nothing", ON_THE_WAY],
    delivered: "delivered",
    expired: "failed",
    delivery_failed: "failed",
  },
};

const OTHER_CALL = "An answer to another call.";

export const sevenCodes = {
  package: "@seven.io/client",
  list: "error codes",
  words: () =>
    Object.values(ErrorCode)
      .filter((code) => typeof code === "number")
      .map(String),
  read: (body) => readAnswer({ provider: "sms77" }, { status: 200, body }),
  rows: {
    201: ["config_error", "The sender is invalid."],
    202: "recipient_error",
    300: "config_error",
    301: ["rejected", "The parameter `to` is missing."],
    304: ["rejected", "The parameter `type` is missing."],
    305: ["rejected", "The parameter `text` is missing."],
    306: ["config_error", "The sender is invalid."],
    307: ["rejected", OTHER_CALL],
    400: ["rejected", "The type is invalid."],
    401: ["rejected", "The text is too long."],
    402: [
      "ambiguous",
      "The same text was sent to this number shortly before, perhaps by an earlier attempt.",
    ],
    403: ["config_error", "The limit of the account for this number and day."],
    500: "config_error",
    600: ["ambiguous", "The carrier failed."],
    700: "ambiguous",
    801: ["rejected", OTHER_CALL],
    802: ["rejected", OTHER_CALL],
    803: ["rejected", OTHER_CALL],
    900: "config_error",
    901: ["config_error", OTHER_CALL],
    902: "config_error",
    903: "config_error",
  },
};
