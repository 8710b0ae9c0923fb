import type { AnyVendorCase } from "../vendor-case.ts";
import { mailersendCase } from "./mailersend.ts";
import { mailgunCase } from "./mailgun.ts";
import { mailjetCase } from "./mailjet.ts";
import { mailtrapCase } from "./mailtrap.ts";
import { mandrillCase } from "./mandrill.ts";
import { postmarkCase } from "./postmark.ts";
import { resendCase } from "./resend.ts";
import { sendgridCase } from "./sendgrid.ts";
import { sendinblueCase } from "./sendinblue.ts";
import { sesCase } from "./ses.ts";
import { sparkpostCase } from "./sparkpost.ts";
import { twilioCase } from "./twilio.ts";

/** All vendors, by channel. */
export const VENDOR_CASES: readonly AnyVendorCase[] = [
  mailersendCase,
  mailgunCase,
  mailjetCase,
  mailtrapCase,
  mandrillCase,
  postmarkCase,
  resendCase,
  sendgridCase,
  sendinblueCase,
  sesCase,
  sparkpostCase,
  twilioCase,
];
