import { beforeEach, expect, test } from "vitest";
import { providerIo } from "../../../testing/provider-io.ts";
import { useHttpReceiver } from "../../../testing/receivers.ts";
import { systemTime } from "../../foundation/clock.ts";
import { parseOutboundAllow } from "../../outbound/allow-list.ts";
import { createOutbound } from "../../outbound/outbound.ts";
import { NOW } from "../../simulator/vendor-case.ts";
import { FULL_MAIL } from "../../simulator/vendors/full-mail.ts";
import { outlook365Case } from "../../simulator/vendors/outlook365.ts";
import { outlook365 } from "./outlook365.ts";

const TOKEN_PATH = "/contoso.example/oauth2/v2.0/token";
let issued = 0;
let refusedToken = "";
let isSecretWrong = false;

/** Microsoft's log-in and Graph in one: each log-in gets another token; one token may be refused. */
const microsoft = await useHttpReceiver((call, response) => {
  if (call.path !== TOKEN_PATH) {
    response.writeHead(call.headers.authorization === `Bearer ${refusedToken}` ? 401 : 202).end();
  } else if (isSecretWrong) {
    response
      .writeHead(401)
      .end('{"error":"invalid_client","error_description":"AADSTS7000215: Invalid client secret"}');
  } else {
    issued += 1;
    response.end(JSON.stringify({ access_token: `token-${issued}`, expires_in: 3_599 }));
  }
});
const outbound = createOutbound({
  allow: parseOutboundAllow(microsoft.url.replace("http://", "")),
  time: { ...systemTime, now: () => NOW },
});
const credentials = { ...outlook365Case.credentials, baseUrl: microsoft.url };

beforeEach(() => {
  microsoft.calls.length = 0;
  issued = 0;
  refusedToken = "";
  isSecretWrong = false;
});

const paths = () => microsoft.calls.map(({ path }) => (path === TOKEN_PATH ? "token" : "mail"));

test("Microsoft 365: concurrent mails share one token, requested with the client's credentials", async () => {
  const io = providerIo(outbound);
  const mails = Array.from({ length: 5 }, () => outlook365.send(FULL_MAIL, credentials, io));
  expect((await Promise.all(mails)).map(({ kind }) => kind)).toEqual(Array(5).fill("accepted"));
  expect(paths().filter((path) => path === "token")).toHaveLength(1);
  expect(Object.fromEntries(new URLSearchParams(microsoft.calls[0]?.body))).toEqual({
    grant_type: "client_credentials",
    client_id: "the-client",
    client_secret: "the-client-secret",
    scope: "https://graph.microsoft.com/.default",
  });
});

test("Microsoft 365: a refused token is renewed once, and the mail is sent", async () => {
  refusedToken = "token-1";
  expect(await outlook365.send(FULL_MAIL, credentials, providerIo(outbound))).toMatchObject({
    kind: "accepted",
  });
  expect(paths()).toEqual(["token", "mail", "token", "mail"]);
});

test("Microsoft 365: a wrong client secret is a config_error, for a mail and for a check", async () => {
  isSecretWrong = true;
  const io = providerIo(outbound);
  const refusal = { kind: "config_error", reason: expect.stringContaining("Invalid client secret") };
  expect(await outlook365.send(FULL_MAIL, credentials, io)).toMatchObject(refusal);
  expect(await outlook365.check?.(credentials, io)).toMatchObject(refusal);
  isSecretWrong = false;
  expect(await outlook365.check?.(credentials, io)).toEqual({ kind: "accepted" });
  expect(paths()).not.toContain("mail");
});
