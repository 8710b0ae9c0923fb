import { type CredentialField, Credentials } from "@tidings/contract";
import { describe, expect, it } from "vitest";
import { FIRST_PROVIDERS } from "../../testing/first-providers.ts";
import { systemTime } from "../foundation/clock.ts";
import { SMTP_FIELDS } from "../providers/email/smtp-fields.ts";
import { MASK, shownAddress, shownHost } from "../providers/masks.ts";
import { createProviders } from "../providers/providers.ts";
import { GENERIC_SMS_FIELDS } from "../providers/sms/generic-sms-fields.ts";
import * as secretCredentials from "./secret-credentials.ts";

/** The fields of SMTP and of generic SMS. Of two fields with the same name, the first one (SMTP) applies. */
const STATED: readonly CredentialField[] = [...SMTP_FIELDS, ...GENERIC_SMS_FIELDS];
const maskSecrets = <F extends Given>(fields: F) => secretCredentials.maskSecrets(fields, STATED);
const restoreSecrets = <F extends Given>(given: F, before: Given, place: string) =>
  secretCredentials.restoreSecrets(given, { stored: before, place, providerFields: STATED });
type Given = Parameters<typeof secretCredentials.maskSecrets>[0];

const stored = {
  host: "smtp.test",
  port: "587",
  secure: true,
  user: "me",
  password: "s",
  tlsOptions: { ca: ["pem"], rejectUnauthorized: true },
};

describe("maskSecrets", () => {
  it("shows the destination and hides secrets of any length", () => {
    expect(maskSecrets(stored)).toEqual({
      host: "smtp.test",
      port: "587",
      secure: true,
      user: MASK,
      password: MASK,
      tlsOptions: { ca: [MASK], rejectUnauthorized: true },
    });
  });

  /** The list of public fields before providers stated their own. */
  const PUBLIC_BEFORE = [
    ...["apiKeyRequestHeader", "authenticationTokenKey", "datePath", "from", "host", "idPath", "ipPoolName"],
    ...["port", "projectName", "region", "secretKeyRequestHeader", "senderId", "senderName", "title"],
  ];
  const TEXTS = ["opensesame", "mail.test", "https://sms.test", "https://me:pw@sms.test/a?key=1", ""];

  function shownBefore(name: string, text: string): string {
    if (PUBLIC_BEFORE.includes(name)) return text;
    if (["baseUrl", "externalLink", "imageUrl", "redirectUrl"].includes(name)) return shownAddress(text);
    if (name === "domain") return shownHost(text);
    return text === "" ? "" : MASK;
  }

  it("first providers: their public fields are shown, as before, and all other fields are masked", () => {
    const providers = createProviders(systemTime);
    const first = providers.list.filter(({ id }) => FIRST_PROVIDERS.includes(id));
    for (const { id, fields } of [...first, { id: "no such provider", fields: [] }]) {
      const isPublic = new Set(fields.filter(({ isSecret }) => !isSecret).map(({ name }) => name));
      for (const [name, text] of Object.keys(Credentials.properties).flatMap((one) =>
        TEXTS.map((sample) => [one, sample] as const),
      )) {
        // The DKIM selector, which is public in the DNS: earlier versions did not read it.
        if (id === "nodemailer" && name === "accountSid") continue;
        const shown = secretCredentials.maskSecrets({ [name]: text }, fields)[name];
        const masked = text === "" ? "" : MASK;
        const before = shownBefore(name, text);
        expect([before, shownAddress(before), masked], `${id} ${name}`).toContain(shown);
        const isPlain = ["opensesame", "mail.test", ""].includes(text) && before === text;
        const isUrl = fields.find((field) => field.name === name)?.kind === "url";
        if (!isPublic.has(name)) expect(shown, `${id} ${name}`).toBe(masked);
        else if (isPlain && !isUrl) expect(shown, `${id} ${name}`).toBe(text);
      }
    }
    providers.close();
  });

  it("shows only the origin of a URL, and nothing of a webhook URL", () => {
    const of = (baseUrl: string) => maskSecrets({ baseUrl }).baseUrl;
    expect(of("https://sms.test")).toBe("https://sms.test");
    expect(of("https://sms.test:8443/")).toBe("https://sms.test:8443/");
    for (const more of ["bot12345:token/send", "?key=1", "#key", "?", "#"]) {
      expect(of(`https://sms.test/${more}`)).toBe(`https://sms.test/${MASK}`);
    }
    expect(of("https://me:pw@sms.test/")).toBe(`https://sms.test/${MASK}`);
    expect(of("https://@sms.test")).toBe(`https://sms.test/${MASK}`);
    expect(of("no address")).toBe(MASK);
    expect(of("user:password")).toBe(MASK);
    expect(maskSecrets({ webhookUrl: "https://chat.test/T0/B0" })).toEqual({ webhookUrl: MASK });
  });

  it("shows a domain that is a plain host, and only the origin of a URL", () => {
    const of = (domain: string) => maskSecrets({ domain }).domain;
    for (const host of ["mg.example.com", "gw.test:8080", "münchen.example", ""]) expect(of(host)).toBe(host);
    expect(of("http://u:PASSWORD@gw.test/login?apikey=KEY")).toBe(`http://gw.test/${MASK}`);
    for (const secret of ["u:PASSWORD", "u:p@gw.test", "gw.test/login?apikey=KEY"]) {
      expect(of(secret)).toBe(MASK);
    }
  });
});

describe("restoreSecrets", () => {
  it("keeps the stored value for a mask, at any depth", () => {
    expect(restoreSecrets(maskSecrets(stored), stored, "credentials")).toEqual(stored);
  });

  it("takes new values, and drops absent fields", () => {
    const { host, port, tlsOptions } = stored;
    const given = { host, port, tlsOptions, user: "you", password: MASK };
    const kept = { host, port, tlsOptions, user: "you", password: "s" };
    expect(restoreSecrets(given, stored, "credentials")).toEqual(kept);
  });

  it("keeps a URL that is sent back as it was shown", () => {
    const before = {
      baseUrl: "https://sms.test/bot1/send",
      domain: "http://u:p@gw.test/in?k=1",
      apiKey: "k",
    };
    expect(restoreSecrets(maskSecrets(before), before, "credentials")).toEqual(before);
    expect(restoreSecrets({ ...before, apiKey: MASK }, before, "credentials")).toEqual(before);
  });

  const full = {
    ...stored,
    baseUrl: "https://sms.test/bot1",
    webhookUrl: "https://hook.test/T1",
    domain: "mg.test",
    region: "eu",
    redirectUrl: "https://back.test/x",
    apiKey: "key",
  };
  const MOVES: [string, object][] = [
    ["host", { host: "evil.test" }],
    ["port", { port: "2525" }],
    ["baseUrl", { baseUrl: "https://evil.test" }],
    ["baseUrl", { baseUrl: "https://sms.test/other" }],
    ["webhookUrl", { webhookUrl: "https://evil.test" }],
    ["domain", { domain: "evil.test" }],
    ["domain", { domain: undefined }],
    ["region", { region: "us" }],
    ["redirectUrl", { redirectUrl: "https://evil.test" }],
    ["tlsOptions", { tlsOptions: { ca: [MASK], rejectUnauthorized: false } }],
    ["tlsOptions", { tlsOptions: { ca: ["evil"], rejectUnauthorized: true } }],
    ["tlsOptions", { tlsOptions: undefined }],
  ];
  it.each(MOVES)("refuses masks with a new destination: %s, %j", (field, change) => {
    const given = { ...maskSecrets(full), ...change } as typeof full;
    const sentence = expect.stringMatching(
      `^credentials.password is masked, and credentials.${field} changes .* give credentials.password again in clear$`,
    );
    expect(() => restoreSecrets(given, full, "credentials")).toThrow(
      expect.objectContaining({
        code: "invalid",
        errors: expect.objectContaining({
          "credentials.password": { messages: [sentence] },
          "credentials.apiKey": { messages: [expect.any(String)] },
        }),
      }),
    );
  });

  const inClearText = MOVES.filter(([, change]) => !JSON.stringify(change).includes(MASK));
  it.each(inClearText)("accepts secrets in clear text with a new destination: %s, %j", (_field, change) => {
    const given = { ...full, tlsOptions: { rejectUnauthorized: true }, ...change } as typeof full;
    expect(restoreSecrets(given, full, "credentials")).toEqual(given);
  });

  it("does not move a masked list element to another index with a new destination", () => {
    const given = { host: "evil.test", tlsOptions: { key: MASK } };
    const before = { host: "smtp.test", tlsOptions: { key: "private" } };
    expect(() => restoreSecrets(given, before, "credentials")).toThrow(
      expect.objectContaining({
        code: "invalid",
        errors: {
          "credentials.tlsOptions.key": { messages: [expect.stringContaining("credentials.host changes")] },
        },
      }),
    );
  });

  it.each([
    ["nine dots", `${MASK}•`],
    ["a mask and more", `${MASK}x`],
    ["more and a mask", `Bearer ${MASK}`],
    ["seven dots", MASK.slice(1)],
    ["one dot", "•"],
    ["dots between spaces", ` ${MASK} `],
    ["an address with another origin", `https://evil.test/${MASK}`],
    ["an address with a mask inside", `https://sms.test/${MASK}/send`],
  ])("refuses a text that only resembles a mask: %s", (_name, text) => {
    for (const field of ["password", "baseUrl", "apiKey", "host"]) {
      expect(() => restoreSecrets({ ...full, [field]: text }, full, "credentials")).toThrow(
        expect.objectContaining({
          code: "invalid",
          errors: {
            [`credentials.${field}`]: { messages: [expect.stringContaining("give the whole value")] },
          },
        }),
      );
    }
  });

  it("refuses a mask without a stored value", () => {
    expect(() => restoreSecrets({ apiKey: MASK }, stored, "credentials")).toThrow(
      expect.objectContaining({
        code: "invalid",
        errors: expect.objectContaining({ "credentials.apiKey": expect.anything() }),
      }),
    );
    const inherited = JSON.parse(`{"tlsOptions":{"__proto__":{"toString":"${MASK}"}}}`);
    expect(() => restoreSecrets(inherited, stored, "credentials")).toThrow(
      expect.objectContaining({
        code: "invalid",
        errors: {
          "credentials.tlsOptions.__proto__.toString": {
            messages: [expect.stringContaining("is a mask, but no value is stored")],
          },
        },
      }),
    );
  });
});
