import { textAt } from "../json-path.ts";
import { withQuery } from "../passthrough.ts";
import type { VendorResponse, Verdict } from "../vendor-api.ts";
import { chatHook } from "./chat-hook.ts";
import { MARKDOWN } from "./markups.ts";

/** The seconds to wait are in the body: https://discord.com/developers/docs/topics/rate-limits */
function judge({ status, json }: VendorResponse): Verdict | undefined {
  if (status !== 429) return undefined;
  const waitMs = Math.ceil(Number(textAt(json, "retry_after")) * 1_000);
  return { kind: "not_processed", ...(waitMs > 0 ? { retryAfterMs: waitMs } : {}) };
}

/**
 * https://discord.com/developers/docs/resources/webhook#execute-webhook: at most 2,000 characters; with `wait` the response
 * has the message's id. Mentions such as @everyone send no notification, because texts contain data of other people;
 * `_passthrough.body` can replace `allowed_mentions`. Has no idempotency key.
 */
export const discord = chatHook({
  id: "discord",
  displayName: "Discord",
  docsUrl: "https://discord.com/developers/docs/resources/webhook#execute-webhook",
  // Of a field that is wrong, the sentence about it; `message` is "Invalid Form Body" then.
  reading: { idPaths: ["id"], errorPaths: ["errors.content._errors.0.message", "message"], judge },
  markup: MARKDOWN,
  requestOf: ({ webhookUrl, body }) => ({
    url: withQuery(webhookUrl, { wait: "true" }),
    json: { content: body, allowed_mentions: { parse: [] } },
  }),
});
