import type { ReceiptCase } from "../receipt-case.ts";
import { brevoSmsReceiptCase } from "./brevo-sms.ts";
import { mailgunReceiptCase } from "./mailgun.ts";
import { mailjetReceiptCase } from "./mailjet.ts";
import { messagebirdReceiptCase } from "./messagebird.ts";
import { nexmoFieldsCase, nexmoTokenCase } from "./nexmo.ts";
import { postmarkReceiptCase } from "./postmark.ts";
import { resendReceiptCase } from "./resend.ts";
import { sendgridReceiptCase } from "./sendgrid.ts";
import { sendinblueReceiptCase } from "./sendinblue.ts";
import { sesReceiptCase } from "./ses.ts";
import { telnyxReceiptCase } from "./telnyx.ts";
import { twilioReceiptCase } from "./twilio.ts";
import { whatsappReceiptCase } from "./whatsapp-business.ts";

/** Every vendor with receipts. */
export const RECEIPT_CASES: readonly ReceiptCase[] = [
  brevoSmsReceiptCase,
  mailgunReceiptCase,
  mailjetReceiptCase,
  messagebirdReceiptCase,
  nexmoFieldsCase,
  nexmoTokenCase,
  postmarkReceiptCase,
  resendReceiptCase,
  sendgridReceiptCase,
  sendinblueReceiptCase,
  sesReceiptCase,
  telnyxReceiptCase,
  twilioReceiptCase,
  whatsappReceiptCase,
];
