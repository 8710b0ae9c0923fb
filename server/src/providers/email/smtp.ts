import { secretsOf } from "../credential.ts";
import type { Credentials, Provider, ProviderIO, SendOutcome } from "../provider.ts";
import { composeMail } from "./compose-mail.ts";
import { senderOf } from "./mailboxes.ts";
import { dkimOf } from "./smtp-dkim.ts";
import { SMTP_FIELDS } from "./smtp-fields.ts";
import { smtpFailure, smtpOutcome } from "./smtp-outcome.ts";
import { SMTP_CONNECTIONS, type SmtpTimeouts, type SmtpTiming, verifyAccount } from "./smtp-pool.ts";
import { createSmtpPools, type Refused } from "./smtp-pools.ts";
import { smtpSettingsOf } from "./smtp-settings.ts";

/** Servers delay unknown clients on purpose, so 25 s are allowed in total: less than a job's lease of 30 s. */
export const SMTP_TIMEOUTS: SmtpTimeouts = {
  connectMs: 5_000,
  greetingMs: 10_000,
  totalMs: 25_000,
  idleMs: 30_000,
};

type Smtp = {
  provider: Provider<"email">;
  /** The same under the id of a library for SMTP that Novu used (https://github.com/eleith/emailjs). */
  emailJs: Provider<"email">;
  close: () => void;
};

/**
 * Any mail server. With a password TLS is required unless ignoreTls or requireTls allows a connection without TLS. The
 * only provider with state, its connections: hence `close`.
 */
export function createSmtp(timing: SmtpTiming): Smtp {
  const pools = createSmtpPools(timing);
  const provider: Provider<"email"> = {
    id: "nodemailer",
    channel: "email",
    displayName: "SMTP",
    fields: SMTP_FIELDS,
    connections: SMTP_CONNECTIONS,
    idleMs: timing.timeouts.idleMs,
    reaches(credentials) {
      const settings = smtpSettingsOf(credentials);
      if (settings.kind !== "settings") return [];
      return [{ field: "host", host: settings.host, port: settings.port }];
    },
    async send(message, credentials, io) {
      const settings = smtpSettingsOf(credentials);
      if (settings.kind !== "settings") return settings;
      const dkim = dkimOf(credentials, senderOf(message, credentials)?.address);
      if (dkim && "kind" in dkim) return dkim;
      const mail = composeMail(message, credentials);
      if (mail.kind !== "composed") return mail;
      // The last recipients that were waited for got suppressed.
      if (mail.recipients.length === 0) return { kind: "accepted", providerMessageId: mail.messageId };
      const delivery = await pools.deliver(settings, dkim ? { ...mail.options, dkim } : mail.options, io);
      if (!("refused" in delivery)) return notReached(delivery);
      const sent = { ...mail, own: message.to[0]?.address };
      return smtpOutcome(delivery, sent, secretsOf(SMTP_FIELDS, credentials));
    },
    check: (credentials, io) => checkSmtp(credentials, io, timing),
  };
  const emailJs: Provider<"email"> = { ...provider, id: "emailjs", displayName: "EmailJS (SMTP)" };
  return { provider, emailJs, close: pools.close };
}

/** Connects and logs in. The mail server may still refuse the sender. */
async function checkSmtp(credentials: Credentials, io: ProviderIO, timing: SmtpTiming): Promise<SendOutcome> {
  const settings = smtpSettingsOf(credentials);
  if (settings.kind !== "settings") return settings;
  const resolved = await io.resolve(settings.host, settings.port);
  if (resolved.kind !== "resolved") return notReached(resolved);
  const error = await verifyAccount(settings, resolved.address, timing);
  if (error === undefined) return { kind: "accepted" };
  return smtpFailure(error, false, secretsOf(SMTP_FIELDS, credentials));
}

function notReached({ kind, reason }: Refused): SendOutcome {
  return kind === "forbidden"
    ? { kind: "config_error", reason: `The mail server may not be called: ${reason}.` }
    : { kind: "not_processed", reason: `The mail server was not reached: ${reason}.` };
}
