import { gunzipSync } from "node:zlib";
import { expo } from "../../providers/push/expo.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

const GONE = "ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]";
const DEVICE = "ExponentPushToken[yyyyyyyyyyyyyyyyyyyyyy]";
const ok = { status: "ok", id: "XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX" };
const failed = (error: string) => ({ status: "error", message: `${error} happened`, details: { error } });
const unregistered = {
  status: "error",
  message: `"${GONE}" is not a registered push notification recipient`,
  details: { error: "DeviceNotRegistered" },
};

const MAX_BYTES = 10_000_000;
const GZIP = Buffer.from([0x1f, 0x8b]);

/** One message, or a list of them, which may be compressed; a message has one device or a list. They are shown as one message. */
function decode(bytes: Buffer): unknown {
  try {
    const json = bytes.subarray(0, GZIP.length).equals(GZIP)
      ? gunzipSync(bytes, { maxOutputLength: MAX_BYTES })
      : bytes;
    const messages = [JSON.parse(json.toString())].flat();
    return { ...messages[0], to: messages.flatMap(({ to }) => to ?? []) };
  } catch {
    return {};
  }
}

export const expoCase: VendorCase<"push"> = {
  provider: expo,
  credentials: { apiKey: "expo-token" },
  message: { key: KEY, tokens: [GONE, DEVICE], title: "Hi", body: "Hi Ada", data: { order: 7 } },
  request: {
    path: "/--/api/v2/push/send",
    needs: ["to.0"],
    headers: { authorization: "Bearer expo-token", "content-type": "application/json" },
    body: { to: [GONE, DEVICE], title: "Hi", body: "Hi Ada", data: { order: 7 }, collapseId: KEY, tag: KEY },
    decode,
  },
  /** A ticket for each device. */
  bodyFor(documented, { body }) {
    const { data: tickets } = documented as { data?: unknown[] };
    if (!tickets) return documented;
    const { to } = body as { to: unknown[] };
    return { data: to.map((_, index) => tickets[index % tickets.length]) };
  },
  responses: [
    { name: "two tickets", status: 200, body: { data: [ok, ok] }, outcome: "accepted", id: ok.id },
    {
      name: "one device is gone",
      status: 200,
      body: { data: [unregistered, ok] },
      outcome: "accepted",
      id: ok.id,
      invalidTokens: [GONE],
    },
    {
      name: "all devices are gone",
      status: 200,
      body: { data: [unregistered, unregistered] },
      outcome: "recipient_error",
      reason: '"***" is not a registered push notification recipient',
      invalidTokens: [GONE, DEVICE],
    },
    {
      name: "one device is gone, the other may be tried again",
      status: 200,
      body: { data: [unregistered, failed("MessageRateExceeded")] },
      outcome: "not_processed",
      isThrottled: true,
      invalidTokens: [GONE],
    },
    {
      name: "invalid request",
      status: 400,
      body: {
        errors: [{ code: "API_ERROR", message: '"to" is not allowed to be empty', isTransient: false }],
      },
      outcome: "rejected",
      reason: "not allowed to be empty",
    },
    {
      name: "too long",
      status: 200,
      body: { data: [failed("MessageTooBig"), failed("MessageTooBig")] },
      outcome: "rejected",
      reason: "MessageTooBig happened",
    },
    {
      name: "the project has no credentials of FCM",
      status: 200,
      body: { data: [failed("InvalidCredentials"), failed("InvalidCredentials")] },
      outcome: "config_error",
    },
    { name: "200 without tickets", status: 200, body: {}, outcome: "ambiguous" },
    {
      name: "devices of two projects",
      status: 400,
      body: {
        errors: [{ code: "PUSH_TOO_MANY_EXPERIENCE_IDS", message: "All messages must be for one project" }],
      },
      outcome: "rejected",
      reason: "All messages must be for one project",
    },
    {
      name: "wrong access token",
      status: 401,
      body: { errors: [{ code: "UNAUTHORIZED", message: "The access token is invalid" }] },
      outcome: "config_error",
    },
    {
      name: "more than 600 notifications a second",
      status: 429,
      body: { errors: [{ code: "TOO_MANY_REQUESTS", message: "Too many requests" }] },
      outcome: "not_processed",
      isThrottled: true,
    },
    {
      name: "an error of the account that no table lists",
      status: 200,
      body: { data: [failed("AccountSuspended"), failed("AccountSuspended")] },
      outcome: "config_error",
    },
  ],
};
