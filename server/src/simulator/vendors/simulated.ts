import type { AnyVendorCase } from "../vendor-case.ts";
import { VENDOR_CASES } from "./vendors.ts";
import { webPushCase } from "./web-push.ts";

/** What the simulator plays: all vendors, and those whose provider has a test of its own instead of the contract test. */
export const SIMULATED_CASES: readonly AnyVendorCase[] = [...VENDOR_CASES, webPushCase];
