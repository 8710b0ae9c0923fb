import type { ProviderId } from "@tidings/contract";
import { brevoSmsReceipts } from "./brevo-sms.ts";
import { mailgunReceipts } from "./mailgun.ts";
import { mailjetReceipts } from "./mailjet.ts";
import { messagebirdReceipts } from "./messagebird.ts";
import { nexmoReceipts } from "./nexmo.ts";
import { postmarkReceipts } from "./postmark.ts";
import type { ReceiptRules } from "./receipt.ts";
import { resendReceipts } from "./resend.ts";
import { sendgridReceipts } from "./sendgrid.ts";
import { sendinblueReceipts } from "./sendinblue.ts";
import { sesReceipts } from "./ses.ts";
import { telnyxReceipts } from "./telnyx.ts";
import { twilioReceipts } from "./twilio.ts";
import { whatsappBusinessReceipts } from "./whatsapp-business.ts";

/** The providers whose receipts are read. A new one needs one file and one line here. */
export const RECEIPT_RULES: { readonly [Id in ProviderId]?: ReceiptRules } = {
  "brevo-sms": brevoSmsReceipts,
  mailgun: mailgunReceipts,
  mailjet: mailjetReceipts,
  messagebird: messagebirdReceipts,
  nexmo: nexmoReceipts,
  postmark: postmarkReceipts,
  resend: resendReceipts,
  sendgrid: sendgridReceipts,
  sendinblue: sendinblueReceipts,
  ses: sesReceipts,
  telnyx: telnyxReceipts,
  twilio: twilioReceipts,
  "whatsapp-business": whatsappBusinessReceipts,
};

/** How a provider's receipts are verified and read; undefined for providers without receipts. */
export function receiptRulesOf(providerId: ProviderId): ReceiptRules | undefined {
  return Object.hasOwn(RECEIPT_RULES, providerId) ? RECEIPT_RULES[providerId] : undefined;
}
