import type { AnyVendorCase } from "../vendor-case.ts";
import { postmarkCase } from "./postmark.ts";
import { resendCase } from "./resend.ts";
import { sendgridCase } from "./sendgrid.ts";
import { twilioCase } from "./twilio.ts";

/** All vendors, by channel. */
export const VENDOR_CASES: readonly AnyVendorCase[] = [postmarkCase, resendCase, sendgridCase, twilioCase];
