import { sesBounces, sesErrors, sesEvents, snsErrors } from "./words/aws.mjs";
import { brevoErrors } from "./words/brevo-errors.mjs";
import { brevoEvents, brevoWebhooks, mailgunEvents, mailjetEvents } from "./words/mail-events.mjs";
import { postmarkBounces, postmarkErrors, postmarkRecords } from "./words/postmark.mjs";
import { apnsReasons, expoErrors, fcmErrors } from "./words/push.mjs";
import { resendErrors, resendEvents } from "./words/resend.mjs";
import {
  brevoSmsEvents,
  messagebirdStatuses,
  sevenCodes,
  telnyxStatuses,
  twilioStatuses,
  vonageStatuses,
} from "./words/sms.mjs";

/** The lists of codes, events and statuses in the SDKs, of which Tidings reads any. */
export const WORD_LISTS = [
  resendErrors,
  resendEvents,
  postmarkErrors,
  postmarkBounces,
  postmarkRecords,
  sesErrors,
  sesEvents,
  sesBounces,
  brevoErrors,
  brevoWebhooks,
  brevoEvents,
  mailjetEvents,
  mailgunEvents,
  snsErrors,
  brevoSmsEvents,
  twilioStatuses,
  vonageStatuses,
  telnyxStatuses,
  messagebirdStatuses,
  sevenCodes,
  expoErrors,
  fcmErrors,
  apnsReasons,
];
