import { parseResponse } from "../json-path.ts";
import type { VendorResponse, Verdict } from "../vendor-api.ts";
import { chatHook } from "./chat-hook.ts";
import { TEAMS } from "./markups.ts";

const CARD = "application/vnd.microsoft.card.adaptive";

/** Such as "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId ...". */
const FAILED_INSIDE = /delivery failed|failed with error|returned HTTP error \d{3}/i;
const INNER_STATUS = /HTTP error (\d{3})/i;
/** What the status in the sentence means; with another one, the channel rejects the message itself. */
const INNER_VERDICTS: Readonly<Record<string, Verdict>> = {
  "403": { kind: "recipient_error" },
  "404": { kind: "recipient_error" },
  "410": { kind: "recipient_error" },
  "429": { kind: "not_processed", isThrottled: true },
  "500": { kind: "ambiguous" },
  "502": { kind: "ambiguous" },
  "503": { kind: "not_processed" },
  "504": { kind: "ambiguous" },
};

/**
 * A connector answers 200 with a number if the channel has taken the message, and with a sentence if it has not
 * (https://github.com/MicrosoftDocs/msteams-docs/issues/9064). A workflow answers 202 without a body.
 */
function judge({ status, body }: VendorResponse): Verdict | undefined {
  if (status >= 300 || !FAILED_INSIDE.test(body)) return undefined;
  return INNER_VERDICTS[INNER_STATUS.exec(body)?.[1] ?? ""] ?? { kind: "rejected" };
}

/** Errors are JSON, except for the sentence of a connector. */
function parse(body: string): unknown {
  return parseResponse(body) ?? (FAILED_INSIDE.test(body) ? { error: { message: body } } : undefined);
}

/**
 * The URL of a Teams workflow "Post to a channel when a webhook request is received"; the connectors of Office 365 have ended.
 * https://support.microsoft.com/en-us/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498
 * and https://learn.microsoft.com/en-us/adaptive-cards/. The answer is 202 without a body. Has no idempotency key.
 */
export const msteams = chatHook({
  id: "msteams",
  displayName: "Microsoft Teams",
  docsUrl: "https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/",
  reading: { idPaths: [], errorPaths: ["error.message"], parse, judge },
  markup: TEAMS,
  requestOf: ({ body }) => ({
    json: { type: "message", attachments: [{ contentType: CARD, contentUrl: null, content: cardOf(body) }] },
  }),
});

function cardOf(text: string): object {
  return {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [{ type: "TextBlock", text, wrap: true }],
  };
}
