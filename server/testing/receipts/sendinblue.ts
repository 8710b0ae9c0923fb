import { sendinblueReceipts } from "../../src/providers/receipts/sendinblue.ts";
import { sendinblueWebhook } from "../../src/simulator/webhooks/sendinblue.ts";
import type { ReceiptCase } from "../receipt-case.ts";

const eventOf = (event: string, more: object = {}) => ({
  event,
  email: "ada@example.com",
  id: 26224,
  date: "2026-08-01 13:59:58",
  ts: 1785585598,
  ts_event: 1785585598,
  "message-id": "<201798300811.5787683@relay.domain.com>",
  subject: "Hi",
  ...more,
});
const receipt = {
  providerMessageId: "<201798300811.5787683@relay.domain.com>",
  at: new Date("2026-08-01T11:59:58Z"),
  address: "ada@example.com",
};

export const sendinblueReceiptCase: ReceiptCase = {
  name: "sendinblue",
  rules: sendinblueReceipts,
  signingKey: sendinblueWebhook.signingKey,
  sign: sendinblueWebhook.sign,
  hasNoTimestamp: true,
  leavesBody: true,
  events: [
    { name: "delivered", body: eventOf("delivered"), receipts: [{ ...receipt, kind: "delivered" }] },
    { name: "request: already known", body: eventOf("request"), receipts: [] },
    {
      name: "hard bounce",
      body: eventOf("hard_bounce", { reason: "server is down" }),
      receipts: [{ ...receipt, kind: "bounced", isPermanent: true, reason: "server is down" }],
    },
    {
      name: "soft bounce",
      body: eventOf("soft_bounce", { reason: "mailbox full" }),
      receipts: [{ ...receipt, kind: "bounced", reason: "mailbox full" }],
    },
    { name: "deferred", body: eventOf("deferred"), receipts: [{ ...receipt, kind: "deferred" }] },
    { name: "blocked", body: eventOf("blocked"), receipts: [{ ...receipt, kind: "failed" }] },
    {
      name: "spam",
      body: eventOf("spam"),
      receipts: [{ ...receipt, kind: "complained", isPermanent: true }],
    },
    {
      name: "unsubscribed",
      body: eventOf("unsubscribed"),
      receipts: [{ ...receipt, kind: "unsubscribed" }],
    },
    { name: "opened", body: eventOf("unique_opened"), receipts: [{ ...receipt, kind: "opened" }] },
    {
      name: "opened by a program of Apple",
      body: eventOf("unique_proxy_open"),
      receipts: [{ ...receipt, kind: "opened" }],
    },
    { name: "click", body: eventOf("click"), receipts: [{ ...receipt, kind: "clicked" }] },
  ],
};
