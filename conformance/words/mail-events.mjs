import { Enums } from "mailgun.js/definitions";
import { readEvent } from "./judge.mjs";
import { quotedIn } from "./readers.mjs";

const SENT = "The answer to the send has said so.";
const OF_LISTS = "It is about a contact or a received mail, and about no mail that was sent.";

/** Brevo names an event in its API otherwise than in the request that reports it. */
const BREVO_WORDS = {
  hardBounce: "hard_bounce",
  hardBounces: "hard_bounce",
  softBounce: "soft_bounce",
  softBounces: "soft_bounce",
  invalid: "invalid_email",
  uniqueOpened: "unique_opened",
  loadedByProxy: "proxy_open",
  clicks: "click",
  requests: "request",
};
const readBrevo = (word) =>
  readEvent("sendinblue", {
    event: BREVO_WORDS[word] ?? word,
    "message-id": "<br1@x>",
    email: "ada@example.com",
  });

export const brevoWebhooks = {
  package: "@getbrevo/brevo",
  list: "events of a webhook",
  words: () =>
    quotedIn({
      file: "@getbrevo/brevo/dist/cjs/api/resources/webhooks/client/requests/CreateWebhookRequest.d.ts",
      start: /namespace Events \{[\s\S]*?const Item: \{/,
      end: /\};/,
    }),
  read: readBrevo,
  rows: {
    sent: ["nothing", SENT],
    hardBounce: "bounced permanent",
    softBounce: "bounced",
    blocked: "failed",
    spam: "complained permanent",
    delivered: "delivered",
    request: ["nothing", SENT],
    click: "clicked",
    invalid: "bounced permanent",
    deferred: "deferred",
    opened: "opened",
    uniqueOpened: "opened",
    unsubscribed: "unsubscribed",
    listAddition: ["nothing", OF_LISTS],
    contactUpdated: ["nothing", OF_LISTS],
    contactDeleted: ["nothing", OF_LISTS],
    inboundEmailProcessed: ["nothing", OF_LISTS],
    reply: ["nothing", OF_LISTS],
  },
};

export const brevoEvents = {
  package: "@getbrevo/brevo",
  list: "events of its report",
  words: () =>
    quotedIn({
      file: "@getbrevo/brevo/dist/cjs/api/resources/transactionalEmails/types/GetEmailEventReportRequestEvent.d.ts",
      start: /const GetEmailEventReportRequestEvent: \{/,
      end: /\};/,
    }),
  read: readBrevo,
  rows: {
    bounces: ["nothing", "Both kinds of bounces together; no event has this name."],
    hardBounces: "bounced permanent",
    softBounces: "bounced",
    delivered: "delivered",
    spam: "complained permanent",
    requests: ["nothing", SENT],
    opened: "opened",
    clicks: "clicked",
    invalid: "bounced permanent",
    deferred: "deferred",
    blocked: "failed",
    unsubscribed: "unsubscribed",
    error: "failed",
    loadedByProxy: "opened",
  },
};

export const mailjetEvents = {
  package: "node-mailjet",
  list: "events",
  words: () =>
    quotedIn({
      file: "node-mailjet/declarations/types/api/Webhook.d.ts",
      start: /enum EventType \{/,
      end: /\}/,
    }),
  read: (event) =>
    readEvent("mailjet", { event, Message_GUID: "mj1", email: "ada@example.com", hard_bounce: true }),
  rows: {
    open: "opened",
    click: "clicked",
    bounce: "bounced permanent",
    spam: "complained permanent",
    blocked: "failed",
    unsub: "unsubscribed",
    sent: "delivered",
  },
};

/** Mailgun's names of webhooks, and the event that each reports. */
const MAILGUN_EVENTS = {
  permanent_fail: { event: "failed", severity: "permanent", reason: "bounce" },
  temporary_fail: { event: "failed", severity: "temporary" },
  unsubscribe: { event: "unsubscribed" },
};

export const mailgunEvents = {
  package: "mailgun.js",
  list: "webhooks",
  words: () => Object.values(Enums.WebhooksIds),
  read: (word) =>
    readEvent("mailgun", {
      "event-data": {
        ...(MAILGUN_EVENTS[word] ?? { event: word }),
        message: { headers: { "message-id": "mg1@x" } },
      },
    }),
  rows: {
    clicked: "clicked",
    opened: "opened",
    unsubscribe: "unsubscribed",
    delivered: "delivered",
    permanent_fail: "bounced permanent",
    temporary_fail: "deferred",
    complained: "complained permanent",
    accepted: ["nothing", SENT],
  },
};
