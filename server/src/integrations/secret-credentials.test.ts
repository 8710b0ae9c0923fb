import { Credentials } from "@tidings/contract";
import { describe, expect, it } from "vitest";
import { MASK, maskSecrets, restoreSecrets } from "./secret-credentials.ts";

const stored = {
  host: "smtp.test",
  port: "587",
  secure: true,
  user: "me",
  password: "s",
  tlsOptions: { ca: ["pem"], rejectUnauthorized: true },
};

describe("masked credentials", () => {
  it("show where mail goes and hide what opens it, short or long alike", () => {
    expect(maskSecrets(stored)).toEqual({
      host: "smtp.test",
      port: "587",
      secure: true,
      user: MASK,
      password: MASK,
      tlsOptions: { ca: [MASK], rejectUnauthorized: true },
    });
  });

  it("hide every text field that nobody has called public", () => {
    const texts = Object.entries(Credentials.properties).filter(([, schema]) => "maxLength" in schema);
    const shown = Object.entries(
      maskSecrets(Object.fromEntries(texts.map(([field]) => [field, "opensesame"]))),
    );
    const open = shown.filter(([, value]) => value !== MASK).map(([field]) => field);
    const named = ["domain", "from", "host", "ipPoolName", "port", "projectName", "region", "title"];
    const senders = ["senderId", "senderName"];
    const formats = [
      "apiKeyRequestHeader",
      "authenticationTokenKey",
      "datePath",
      "idPath",
      "secretKeyRequestHeader",
    ];
    expect(open.sort()).toEqual([...named, ...senders, ...formats].sort());
  });

  it("show an address only without a password or a query, and never a webhook", () => {
    const of = (baseUrl: string) => maskSecrets({ baseUrl }).baseUrl;
    expect(of("https://sms.test/v1/send")).toBe("https://sms.test/v1/send");
    expect(of("https://me:pw@sms.test/")).toBe(MASK);
    expect(of("https://sms.test/?key=1")).toBe(MASK);
    expect(maskSecrets({ webhookUrl: "https://chat.test/T0/B0" })).toEqual({ webhookUrl: MASK });
  });
});

describe("credentials that come back", () => {
  it("keep the stored value where the mask stands, at any depth", () => {
    expect(restoreSecrets(maskSecrets(stored), stored, "credentials")).toEqual(stored);
  });

  it("take the new value where one stands, and lose what is left out", () => {
    const given = { host: "new.test", password: MASK };
    expect(restoreSecrets(given, stored, "credentials")).toEqual({ host: "new.test", password: "s" });
  });

  it("are refused where a mask stands for nothing", () => {
    expect(() => restoreSecrets({ apiKey: MASK }, stored, "credentials")).toThrow(
      expect.objectContaining({
        code: "invalid",
        errors: expect.objectContaining({ "credentials.apiKey": expect.anything() }),
      }),
    );
    const inherited = JSON.parse(`{"tlsOptions":{"__proto__":{"toString":"${MASK}"}}}`);
    expect(() => restoreSecrets(inherited, stored, "credentials")).toThrow(
      expect.objectContaining({ code: "invalid" }),
    );
  });
});
