import type { AnyVendorCase } from "../vendor-case.ts";
import { mailgunCase } from "./mailgun.ts";
import { postmarkCase } from "./postmark.ts";
import { resendCase } from "./resend.ts";
import { sendgridCase } from "./sendgrid.ts";
import { sesCase } from "./ses.ts";
import { twilioCase } from "./twilio.ts";

/** All vendors, by channel. */
export const VENDOR_CASES: readonly AnyVendorCase[] = [
  mailgunCase,
  postmarkCase,
  resendCase,
  sendgridCase,
  sesCase,
  twilioCase,
];
