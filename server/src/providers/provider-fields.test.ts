import { Credentials as CredentialsSchema } from "@tidings/contract";
import { describe, expect, it } from "vitest";
import { FIRST_PROVIDERS } from "../../testing/first-providers.ts";
import { providerIo } from "../../testing/provider-io.ts";
import { systemTime } from "../foundation/clock.ts";
import { secretsOf } from "./credential.ts";
import type { Credentials } from "./provider.ts";
import { createProviders } from "./providers.ts";

const providers = createProviders(systemTime);

/** A message that every channel accepts. */
const MESSAGE = {
  key: "k".repeat(32),
  to: [{ address: "ada@example.com" }],
  subject: "Hi",
  html: "<b>Hi</b>",
  body: "Hi",
  title: "Hi",
  // A UUID is a device token of Expo and OneSignal.
  tokens: ["1dd608f2-c6a1-41e3-851d-000c2940e62c"],
  webhookUrl: "https://chat.test/hook",
  channel: "ops",
} as never;

const TEXT_MESSAGE = { key: "k".repeat(32), to: "+491", body: "Hi" } as never;

const io = providerIo({
  request: async () => ({ kind: "answered", status: 200, headers: {}, body: '{"token":"t"}', isCut: false }),
  now: () => new Date(0),
  resolve: async () => ({ kind: "unreachable", reason: "a test" }),
});

/** Credentials with a value for every field of the contract. Adds each field that a provider reads by its name to `read`. */
function recordingCredentials(isTrue: boolean, read: Set<string>): Credentials {
  const values: Credentials = { port: "25", from: "us@example.com" };
  for (const [name, schema] of Object.entries(CredentialsSchema.properties)) {
    values[name] ??= "type" in schema && schema.type === "boolean" ? isTrue : "token";
  }
  return new Proxy(values, {
    // A provider that walks all fields (`secretsOf`) reads none by name.
    ownKeys: () => [],
    get(target, name) {
      read.add(String(name));
      return target[String(name)];
    },
  });
}

describe("secretsOf", () => {
  /** The fields that stored responses could contain before each provider stated its fields. */
  const PLAIN_BEFORE = [
    ...[
      "apiKeyRequestHeader",
      "authenticationTokenKey",
      "datePath",
      "from",
      "host",
      "idPath",
      "port",
      "region",
    ],
    ...["secretKeyRequestHeader", "senderName"],
  ];
  const names = Object.keys(CredentialsSchema.properties);

  it.each(["opensesame", "https://me:pw@sms.test/a?key=1"])(
    "%s: is a secret of every field as before",
    (text) => {
      const first = providers.list.filter(({ id }) => FIRST_PROVIDERS.includes(id));
      for (const { id, fields } of [...first, { id: "no such provider", fields: [] }]) {
        const plain = names.filter((name) => secretsOf(fields, { [name]: text }).length === 0);
        // The name in EHLO is shown by the API, too, and the selector of DKIM is in every mail.
        const allowed = id === "nodemailer" ? [...PLAIN_BEFORE, "domain", "accountSid"] : PLAIN_BEFORE;
        expect(allowed, id).toEqual(expect.arrayContaining(plain));
        const stated = fields.filter(({ kind }) => ["text", "email", "number"].includes(kind));
        const isPublic = stated.filter(({ isSecret }) => !isSecret).map(({ name }) => name);
        expect(plain, id).toEqual(expect.arrayContaining(isPublic));
      }
    },
  );

  it("has the texts inside an object, and those of fields that are not stated", () => {
    const [smtp] = providers.list.filter(({ id }) => id === "nodemailer");
    const credentials = { tlsOptions: { cert: "cert", list: ["ca"] }, apiKey: "key", host: "mail.test" };
    expect(secretsOf(smtp?.fields ?? [], credentials)).toEqual(["cert", "ca", "key"]);
  });
});

describe("fields of a provider", () => {
  it.each(providers.list.map((provider) => [provider.id, provider] as const))(
    "%s: states every credential that it reads, and no other",
    async (_id, provider) => {
      const read = new Set<string>();
      for (const isTrue of [true, false]) {
        const credentials = recordingCredentials(isTrue, read);
        if (provider.channel === "in_app") continue;
        provider.reaches?.(credentials);
        const message = provider.channel === "sms" ? TEXT_MESSAGE : MESSAGE;
        await provider.send(message, credentials, io);
      }
      expect([...read].sort()).toEqual(provider.fields.map(({ name }) => name).sort());
    },
  );

  it("are of the contract, stated once, with one line of help", () => {
    for (const { fields } of providers.list) {
      const names = fields.map(({ name }) => name);
      expect(Object.keys(CredentialsSchema.properties)).toEqual(expect.arrayContaining(names));
      expect(new Set(names).size).toBe(names.length);
      for (const { help } of fields) expect(help).toMatch(/^[^\n]+\.$/);
    }
  });
});
