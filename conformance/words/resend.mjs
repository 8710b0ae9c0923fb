import { readAnswer, readEvent } from "./judge.mjs";
import { quotedIn } from "./readers.mjs";

const TYPES = "resend/dist/index.d.mts";
const vendor = { provider: "resend" };

/** https://resend.com/docs/api-reference/errors */
const STATUSES = {
  missing_api_key: 401,
  restricted_api_key: 401,
  invalid_api_key: 403,
  invalid_access: 422,
  not_found: 404,
  method_not_allowed: 405,
  invalid_idempotent_request: 409,
  concurrent_idempotent_requests: 409,
  invalid_idempotency_key: 400,
  monthly_quota_exceeded: 429,
  daily_quota_exceeded: 429,
  rate_limit_exceeded: 429,
  security_error: 451,
  application_error: 500,
  internal_server_error: 500,
};

export const resendErrors = {
  package: "resend",
  list: "error codes",
  words: () => quotedIn({ file: TYPES, start: /type RESEND_ERROR_CODE_KEY = / }),
  read: (name) =>
    readAnswer(vendor, { status: STATUSES[name] ?? 422, body: { name, message: "Simulated." } }),
  rows: {
    invalid_idempotency_key: "rejected",
    validation_error: "rejected",
    missing_api_key: "config_error",
    restricted_api_key: "config_error",
    invalid_api_key: "config_error",
    not_found: "config_error",
    method_not_allowed: "config_error",
    invalid_idempotent_request: [
      "accepted",
      "The key was used with another body: an earlier attempt was sent.",
    ],
    concurrent_idempotent_requests: "ambiguous",
    invalid_attachment: "rejected",
    invalid_from_address: "config_error",
    invalid_access: ["rejected", "An answer to other calls; a send has no such field."],
    invalid_parameter: "rejected",
    invalid_region: ["rejected", "An answer to other calls; a send has no such field."],
    missing_required_field: "rejected",
    monthly_quota_exceeded: "config_error",
    daily_quota_exceeded: "not_processed",
    rate_limit_exceeded: "not_processed throttled",
    security_error: "rejected",
    application_error: "ambiguous",
    internal_server_error: "ambiguous",
  },
};

const OTHER = "It is about no mail that was sent.";

export const resendEvents = {
  package: "resend",
  list: "events",
  words: () => quotedIn({ file: TYPES, start: /type WebhookEvent = / }),
  read: (type) => readEvent("resend", { type, data: { email_id: "re1", to: ["ada@example.com"] } }),
  rows: {
    "email.sent": ["nothing", "The answer to the send has said so."],
    "email.scheduled": ["nothing", "No mail is scheduled at Resend."],
    "email.delivered": "delivered",
    "email.delivery_delayed": "deferred",
    "email.complained": "complained permanent",
    "email.bounced": "bounced",
    "email.opened": "opened",
    "email.clicked": "clicked",
    "email.received": ["nothing", OTHER],
    "email.failed": "failed",
    "email.suppressed": [
      "failed permanent",
      "The address bounced or complained before; the mail was not sent.",
    ],
    ...Object.fromEntries(
      [
        ...["contact.created", "contact.updated", "contact.deleted", "contact.topics.updated"],
        ...["domain.created", "domain.updated", "domain.deleted"],
        ...["suppression.added", "suppression.removed"],
        ...["topic.created", "topic.updated", "topic.deleted"],
        ...["inbox.created", "inbox.updated", "inbox.deleted"],
        ...["inbox.thread.created", "inbox.thread.folder.updated", "inbox.thread.assigned"],
        ...[
          "inbox.thread.unassigned",
          "inbox.thread.labels.updated",
          "inbox.email.received",
          "inbox.email.sent",
        ],
        ...["inbox.draft.created", "inbox.draft.updated", "inbox.draft.sent", "inbox.draft.deleted"],
      ].map((word) => [word, ["nothing", OTHER]]),
    ),
  },
};
