import { BASE_URL } from "../common-fields.ts";
import { textAt } from "../json-path.ts";
import type { VendorResponse, Verdict } from "../vendor-api.ts";
import { chatAccount } from "./chat-account.ts";
import { telegramMarkup } from "./markups.ts";

const FIELDS = [
  {
    name: "apiToken",
    label: "Bot token",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "The token that @BotFather gives, such as 123456:ABC-DEF.",
  },
  BASE_URL,
] as const;

/** Descriptions of a 400 about the chat. Telegram has no codes for them. */
const UNREACHABLE =
  /chat not found|user not found|peer_id_invalid|chat_id is empty|upgraded to a supergroup|no rights to send|chat_write_forbidden|group is deactivated/i;

/** https://core.telegram.org/bots/api#making-requests and #responseparameters. 403: the bot is blocked or was removed. */
function judge({ status, json }: VendorResponse): Verdict | undefined {
  if (status < 300) return { kind: isOk(json) ? "accepted" : "ambiguous" };
  if (status === 403) return { kind: "recipient_error" };
  const isUnreachable = status === 400 && UNREACHABLE.test(textAt(json, "description", 4_000) ?? "");
  if (isUnreachable) return { kind: "recipient_error" };
  const waitMs = Number(textAt(json, "parameters.retry_after")) * 1_000;
  return status === 429 && waitMs > 0 ? { kind: "not_processed", retryAfterMs: waitMs } : undefined;
}

function isOk(json: unknown): boolean {
  return typeof json === "object" && json !== null && "ok" in json && json.ok === true;
}

/**
 * https://core.telegram.org/bots/api#sendmessage: a text of at most 4,096 characters, without mark-up; `_passthrough.body` can
 * add `parse_mode`. A subscriber must have started the bot. Has no idempotency key.
 */
export const telegram = chatAccount({
  id: "telegram",
  displayName: "Telegram",
  docsUrl: "https://core.telegram.org/bots/api#sendmessage",
  fields: FIELDS,
  reading: { idPaths: ["result.message_id"], errorPaths: ["description"], judge },
  markupOf: ({ passthrough }) => telegramMarkup(passthrough?.body.parse_mode),
  requestOf: ({ to, body }, account) => ({
    url: methodUrl(account.url("https://api.telegram.org", ""), account.text("apiToken"), "sendMessage"),
    json: { chat_id: to, text: body },
  }),
  checkOf: (account) => ({
    method: "GET",
    url: methodUrl(account.url("https://api.telegram.org", ""), account.text("apiToken"), "getMe"),
  }),
});

/** The token is part of the path, with its colon. */
function methodUrl(address: string, token: string, method: string): string {
  return `${address}/bot${encodeURIComponent(token).replace("%3A", ":")}/${method}`;
}
