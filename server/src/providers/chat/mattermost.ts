import { chatHook } from "./chat-hook.ts";
import { MATTERMOST } from "./markups.ts";

/**
 * https://developers.mattermost.com/integrate/webhooks/incoming/: `channel` is only used by a webhook that is not locked to one
 * channel. The answer is "ok". Has no idempotency key.
 */
export const mattermost = chatHook({
  id: "mattermost",
  displayName: "Mattermost",
  docsUrl: "https://developers.mattermost.com/integrate/webhooks/incoming/",
  reading: { idPaths: [], errorPaths: ["message"] },
  markup: MATTERMOST,
  requestOf: ({ body, channel }) => ({ json: { text: body, channel } }),
});
