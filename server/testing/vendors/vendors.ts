import type { AnyVendorCase } from "../vendor-case.ts";
import { infobipSmsCase } from "./infobip-sms.ts";
import { messagebirdCase } from "./messagebird.ts";
import { nexmoCase } from "./nexmo.ts";
import { plivoCase } from "./plivo.ts";
import { telnyxCase } from "./telnyx.ts";
import { twilioCase } from "./twilio.ts";

/** All vendors, by channel. */
export const VENDOR_CASES: readonly AnyVendorCase[] = [
  infobipSmsCase,
  messagebirdCase,
  nexmoCase,
  plivoCase,
  telnyxCase,
  twilioCase,
];
