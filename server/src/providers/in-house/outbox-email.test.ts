import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { providerIo } from "../../../testing/provider-io.ts";
import type { EmailMessage, ProviderIO } from "../provider.ts";
import { outboxEmail } from "./outbox-email.ts";

const message: EmailMessage = {
  key: "abc234",
  to: [{ address: "ada@example.com", name: "Ada" }],
  bcc: [{ address: "eve@example.com" }],
  subject: "Grüße",
  html: "<b>Hi</b>",
};

function doorsThatKeep(kept: Map<string, Buffer>): ProviderIO {
  const closed = async () => ({ kind: "forbidden" as const, reason: "no network here" });
  const now = () => new Date("2026-08-01T12:00:00Z");
  const keepMail: ProviderIO["keepMail"] = async (key, eml) => {
    kept.set(key, eml);
    return `${key}.eml`;
  };
  return providerIo({ request: closed, resolve: closed, now }, { keepMail });
}

describe("the outbox e-mail provider", () => {
  it("stores the mail with all recipients, without credentials and network", async () => {
    const kept = new Map<string, Buffer>();
    const outcome = await outboxEmail.send(message, {}, doorsThatKeep(kept));
    expect(outcome).toEqual({
      kind: "accepted",
      providerMessageId: "<abc234@tidings.invalid>",
      raw: '{"file":"abc234.eml"}',
    });
    expect(await PostalMime.parse(kept.get("abc234") as Buffer)).toMatchObject({
      from: { address: "no-reply@tidings.invalid" },
      to: [{ address: "ada@example.com", name: "Ada" }],
      bcc: [{ address: "eve@example.com" }],
      subject: "Grüße",
      messageId: "<abc234@tidings.invalid>",
    });
  });

  it("rejects what SMTP rejects", async () => {
    const kept = new Map<string, Buffer>();
    const outcome = await outboxEmail.send({ ...message, subject: "a\nb" }, {}, doorsThatKeep(kept));
    expect(outcome.kind).toBe("rejected");
    expect(kept.size).toBe(0);
  });

  it("allows a retry when the disk is full", async () => {
    const full = { ...doorsThatKeep(new Map()), keepMail: () => Promise.reject(new Error("ENOSPC")) };
    expect((await outboxEmail.send(message, {}, full)).kind).toBe("not_processed");
  });
});
