import { expect, test } from "vitest";
import { tidings } from "../../testing/command-line.ts";
import { openStubService } from "../../testing/stub-service.ts";

const HOST = {
  name: "host",
  label: "Host",
  kind: "host",
  isSecret: false,
  isRequired: true,
  help: "The mail server.",
};
const PASSWORD = { ...HOST, name: "password", kind: "text", isSecret: true, isRequired: false };
const REGION = { ...HOST, name: "region", kind: "text", isRequired: false, options: ["us", "eu"] };
const PROVIDERS = [
  { id: "svc", channel: "in_app", displayName: "In-App", fields: [], canSend: true },
  {
    id: "nodemailer",
    channel: "email",
    displayName: "SMTP",
    docsUrl: "https://mail.test/docs",
    fields: [HOST, PASSWORD, REGION],
    canSend: true,
    receipts: { label: "Signing secret", help: "On the page of the webhook." },
  },
  { id: "maqsam", channel: "sms", displayName: "Maqsam", fields: [], canSend: false },
];

async function providers(args: string[]) {
  const service = await openStubService(() => ({ body: PROVIDERS }));
  const env = { TIDINGS_URL: service.url, TIDINGS_API_KEY: "secret" };
  const result = await tidings(["providers", ...args], { env });
  await service.close();
  return { ...result, sent: service.requests.map(({ method, path }) => `${method} ${path}`) };
}

test("providers: lists all with their required credentials", async () => {
  const { out, sent } = await providers([]);
  expect(sent).toEqual(["GET /v1/providers"]);
  expect(out).toBe(
    [
      "ID          CHANNEL  NAME    SENDS  REQUIRED CREDENTIALS",
      "svc         in_app   In-App  yes    -",
      "nodemailer  email    SMTP    yes    host",
      "maqsam      sms      Maqsam  no     -\n",
    ].join("\n"),
  );
});

test("providers PROVIDER: shows its credentials with their help", async () => {
  expect((await providers(["nodemailer"])).out).toBe(
    [
      "id             nodemailer",
      "name           SMTP",
      "channel        email",
      "documentation  https://mail.test/docs",
      "signing key    Signing secret. On the page of the webhook.",
      "",
      "CREDENTIAL  KIND  REQUIRED  SECRET  HELP",
      "host        host  yes       -       The mail server.",
      "password    text  -         yes     The mail server.",
      "region      text  -         -       The mail server. One of us, eu.\n",
    ].join("\n"),
  );
  expect((await providers(["svc"])).out).toContain("It takes no credentials.");
  expect((await providers(["maqsam"])).out).toContain("this version cannot send through it");
});

test("providers PROVIDER: names an unknown one, and the command that lists them", async () => {
  const { code, err } = await providers(["nope"]);
  expect(code).toBe(2);
  expect(err).toContain("There is no provider nope");
  expect(err).toContain("tidings providers");
});
