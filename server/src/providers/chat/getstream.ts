import { createHmac } from "node:crypto";
import type { Account } from "../account.ts";
import { BASE_URL } from "../common-fields.ts";
import { textAt } from "../json-path.ts";
import type { VendorRequest, VendorResponse, Verdict } from "../vendor-api.ts";
import { chatAccount } from "./chat-account.ts";
import { MARKDOWN } from "./markups.ts";

const FIELDS = [
  {
    name: "apiKey",
    label: "API key",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "The key of the app in the Stream dashboard.",
  },
  {
    name: "secretKey",
    label: "API secret",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "The secret of the same app; signs the requests.",
  },
  {
    name: "senderId",
    label: "Sender",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "The id of the Stream user in whose name messages are posted.",
  },
  BASE_URL,
] as const;

/** https://getstream.io/chat/docs/react/api_errors_response: 16 the channel does not exist, 60 a pause between two messages. */
function judge({ status, json, headers, now }: VendorResponse): Verdict | undefined {
  if (status < 300) return undefined;
  const code = textAt(json, "code");
  const isKnown = code === "4" && /already exists/i.test(textAt(json, "message", 4_000) ?? "");
  if (isKnown) return { kind: "accepted" };
  if (code === "16") return { kind: "recipient_error" };
  if (code === "60") return { kind: "not_processed" };
  const waitMs = Number(headers["x-ratelimit-reset"]) * 1_000 - now.getTime();
  return status === 429 && waitMs > 0 ? { kind: "not_processed", retryAfterMs: waitMs } : undefined;
}

/** The channel as `type:id`; without a type it is a `messaging` channel. The key is the message's id, so that a retry is known. */
export const getstream = chatAccount({
  id: "getstream",
  displayName: "Stream",
  docsUrl: "https://getstream.io/chat/docs/rest/",
  fields: FIELDS,
  reading: { idPaths: ["message.id"], errorPaths: ["message"], judge },
  markupOf: () => MARKDOWN,
  requestOf({ key, to, body }, account) {
    const [id = "", type = "messaging"] = to.split(":", 2).reverse();
    const path = `/channels/${encodeURIComponent(type)}/${encodeURIComponent(id)}/message`;
    return {
      ...callOf(account, path),
      json: { message: { id: key, text: body, user_id: account.text("senderId") } },
    };
  },
  checkOf: (account) => ({ method: "GET", ...callOf(account, "/app") }),
});

/** https://getstream.io/chat/docs/node/tokens_and_authentication/: a JWT with `server: true`, signed with the secret. */
function callOf(account: Account, path: string): VendorRequest {
  const token = serverToken(account.text("secretKey"));
  const query = new URLSearchParams({ api_key: account.text("apiKey") });
  return {
    url: `${account.url("https://chat.stream-io-api.com", path)}?${query}`,
    headers: { authorization: token, "stream-auth-type": "jwt" },
    secrets: [token],
  };
}

function serverToken(secret: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ server: true })}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}
