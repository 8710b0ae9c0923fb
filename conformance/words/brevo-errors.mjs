import { readAnswer } from "./judge.mjs";
import { quotedIn } from "./readers.mjs";

/** https://developers.brevo.com/docs/how-it-works#error-codes; all others have status 400. */
const STATUSES = {
  not_enough_credits: 402,
  permission_denied: 403,
  document_not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  unauthorized: 401,
};

const OF_KEY = "The key was used before: an earlier attempt was sent.";
const OTHER_CALL = "An answer to other calls; a send has nothing of it.";

const otherCalls = (...words) => Object.fromEntries(words.map((word) => [word, ["rejected", OTHER_CALL]]));

export const brevoErrors = {
  package: "@getbrevo/brevo",
  list: "error codes",
  words: () =>
    quotedIn({
      file: "@getbrevo/brevo/dist/cjs/api/types/BadRequestErrorBody.d.ts",
      start: /const Code: \{/,
      end: /\};/,
    }),
  read: (code) =>
    readAnswer({ provider: "sendinblue" }, { status: STATUSES[code] ?? 400, body: { code, message: "No." } }),
  rows: {
    invalid_parameter: ["rejected", "Unless its sentence names the sender or a recipient."],
    missing_parameter: "rejected",
    out_of_range: "rejected",
    bad_request: "rejected",
    unprocessable_entity: "rejected",
    not_acceptable: "rejected",
    "Invalid parameters passed": "rejected",
    "Returned when query params are invalid": "rejected",
    "Returned when invalid data posted": "rejected",
    duplicate_parameter: ["accepted", OF_KEY],
    duplicate_request: ["accepted", OF_KEY],
    "Request already processed": ["accepted", OF_KEY],
    not_enough_credits: "config_error",
    "Insufficient credits": "config_error",
    permission_denied: "config_error",
    document_not_found: "config_error",
    method_not_allowed: "config_error",
    unauthorized: "config_error",
    "Authentication failed": "config_error",
    "api-key not found": "config_error",
    account_under_validation: "config_error",
    "DMARC policy requires domain authentication": "config_error",
    "Domain already exists in your account": ["config_error", OTHER_CALL],
    ...otherCalls(
      ...["campaign_processing", "campaign_sent", "Campaign ID not found", "Domain does not exist"],
      ...["Contact email not found", "Attribute not found", "Category id not found", "Feed not found"],
      ...["Record(s) for identifier not found", "DNS records not properly configured"],
      ...["Invalid OTP code provided", "OTP code has expired", "The sum of all IP weights must equal 100"],
    ),
  },
};
