import { UNLISTED } from "../error-codes.ts";
import type { VendorResponse, Verdict } from "../vendor-api.ts";
import { chatHook } from "./chat-hook.ts";
import { ROCKET_CHAT } from "./markups.ts";

/** A 200 may have `success: false`. */
function judge({ status, body }: VendorResponse): Verdict | undefined {
  return status < 300 && /"success"\s*:\s*false/.test(body) ? UNLISTED : undefined;
}

/**
 * An incoming webhook: https://docs.rocket.chat/docs/integrations. The REST API is not used, because its token would be sent to
 * the URL in the subscriber's channel settings. Has no idempotency key.
 */
export const rocketChat = chatHook({
  id: "rocket-chat",
  displayName: "Rocket.Chat",
  docsUrl: "https://docs.rocket.chat/docs/integrations",
  reading: { idPaths: [], errorPaths: ["error"], judge },
  markup: ROCKET_CHAT,
  requestOf: ({ body, channel }) => ({ json: { text: body, channel } }),
});
