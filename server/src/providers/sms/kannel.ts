import type { CredentialField } from "@tidings/contract";
import type { Account } from "../account.ts";
import { BASE_URL } from "../common-fields.ts";
import { reachOf, textOf } from "../credential.ts";
import type { Credentials, Reach } from "../provider.ts";
import type { VendorRequest, VendorResponse, Verdict } from "../vendor-api.ts";
import { needsUnicode } from "./sms-text.ts";
import { SENDER, smsVendor } from "./sms-vendor.ts";

const FIELDS: readonly CredentialField[] = [
  {
    name: "host",
    label: "Host",
    kind: "host",
    isSecret: false,
    isRequired: true,
    help: "Name or address of the server on which Kannel's smsbox runs.",
  },
  {
    name: "port",
    label: "Port",
    kind: "number",
    isSecret: false,
    isRequired: false,
    help: "The `sendsms-port` of the smsbox. Default: 13013.",
  },
  {
    name: "user",
    label: "User",
    kind: "text",
    isSecret: false,
    isRequired: false,
    help: "The `username` of the `sendsms-user` group.",
  },
  {
    name: "password",
    label: "Password",
    kind: "text",
    isSecret: true,
    isRequired: false,
    help: "The `password` of this group.",
  },
  { ...SENDER, isRequired: false, help: "Without it the smsbox uses its own sender." },
  {
    ...BASE_URL,
    help: "Another address of the smsbox, for example https://sms.example.com; replaces host and port.",
  },
];

const DEFAULT_PORT = 13_013;

/** The smsbox looks at user and password (403) before it misses the receiver (400). */
function judgeCheck({ status, body }: VendorResponse): Verdict | undefined {
  return status === 400 && body.includes("Missing receiver") ? { kind: "accepted" } : undefined;
}

/**
 * https://www.kannel.org/download/1.4.5/userguide-1.4.5/userguide.html (SMS push: send-sms CGI). Kannel answers 202 with a line
 * of text (`0: Accepted for delivery`, `3: Queued for later delivery`), 503 when no SMS centre takes the message, and gives no
 * id. Has no idempotency key.
 */
export const kannel = smsVendor({
  id: "kannel",
  displayName: "Kannel",
  docsUrl: "https://www.kannel.org/doc.shtml",
  fields: FIELDS,
  reading: { idPaths: [], errorPaths: ["text"], parse: (body) => ({ text: body }), judgeCheck },
  reaches,
  requestOf({ to, from, body }, account) {
    const query = new URLSearchParams({
      username: account.text("user"),
      password: account.text("password"),
      to,
      text: body,
      charset: "UTF-8",
      coding: needsUnicode(body) ? "2" : "0",
    });
    if (from !== "") query.set("from", from);
    return callOf(account, query);
  },
  checkOf: (account) =>
    callOf(
      account,
      new URLSearchParams({ username: account.text("user"), password: account.text("password") }),
    ),
});

function callOf(account: Account, query: URLSearchParams): VendorRequest {
  const port = account.text("port") || DEFAULT_PORT;
  return {
    method: "GET",
    url: account.url(`http://${account.text("host")}:${port}`, `/cgi-bin/sendsms?${query}`),
  };
}

function reaches(credentials: Credentials): Reach[] {
  const host = textOf(credentials, "host");
  const ofAddress = reachOf(credentials, "baseUrl");
  const port = Number(textOf(credentials, "port") ?? DEFAULT_PORT);
  return ofAddress.length > 0 || host === undefined ? ofAddress : [{ field: "host", host, port }];
}
