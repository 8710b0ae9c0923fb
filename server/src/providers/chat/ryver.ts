import { chatHook } from "./chat-hook.ts";
import { MARKDOWN } from "./markups.ts";

/** An incoming webhook in Ryver's format: https://api.ryver.com/ryvhooks_simple_incoming.html. Has no idempotency key. */
export const ryver = chatHook({
  id: "ryver",
  displayName: "Ryver",
  docsUrl: "https://api.ryver.com/ryvhooks_simple_incoming.html",
  reading: { idPaths: [], errorPaths: ["error.message", "error"] },
  markup: MARKDOWN,
  requestOf: ({ body }) => ({ json: { body } }),
});
