import type { AnyVendorCase } from "../vendor-case.ts";
import { twilioCase } from "./twilio.ts";

/** All vendors, by channel. */
export const VENDOR_CASES: readonly AnyVendorCase[] = [twilioCase];
