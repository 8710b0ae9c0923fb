import { createTransport, type SendMailOptions, type SMTPPoolOptions } from "nodemailer";
import type { Time } from "../../foundation/clock.ts";
import { within } from "../../foundation/within.ts";
import { prepareMails, type RefusedAddress } from "./smtp-mail.ts";
import type { SmtpSettings } from "./smtp-settings.ts";

export type SmtpTimeouts = { connectMs: number; greetingMs: number; totalMs: number; idleMs: number };
export type SmtpTiming = { timeouts: SmtpTimeouts; time: Time };

/**
 * The result of a mail: the server's response, or an error and whether the server had the complete mail by then; and the recipients that
 * it refused.
 */
export type MailDelivery =
  | { kind: "delivered"; response: string; refused: readonly RefusedAddress[] }
  | { kind: "failed"; error: unknown; isHandedOver: boolean; refused: readonly RefusedAddress[] };

/** The open connections of one SMTP account. */
export type SmtpPool = {
  readonly kind: "pool";
  deliver(mail: SendMailOptions): Promise<MailDelivery>;
  isStale(): boolean;
  /** Accepts no new mails; closes once the current mails are sent. */
  retire(): void;
};

/**
 * The most connections to one account that a process opens. Mail servers accept few connections of one client: Postfix 50 by default
 * (`smtpd_client_connection_count_limit`), Exchange 20 (`MaxInboundConnectionPerSource`).
 */
export const SMTP_CONNECTIONS = 5;

/** A pool uses the address it was opened for; after this time the name is resolved and checked again. */
const LIFE_MS = 5 * 60_000;

export function openPool(settings: SmtpSettings, address: string, { timeouts, time }: SmtpTiming): SmtpPool {
  const transport = createTransport(poolOptions(settings, address, timeouts));
  const triedOf = prepareMails(transport);
  const openedMs = time.monotonicMs();
  let underway = 0;
  let isRetired = false;
  const closeWhenDone = () => {
    if (isRetired && underway === 0) transport.close();
  };
  return {
    kind: "pool",
    isStale: () => time.monotonicMs() - openedMs > LIFE_MS,
    retire() {
      isRetired = true;
      closeWhenDone();
    },
    async deliver(mail) {
      const stop = new AbortController();
      const { signal } = stop;
      const cancel = time.after(timeouts.totalMs, () => stop.abort());
      underway += 1;
      try {
        const info = await transport.sendMail({ ...mail, signal });
        return { kind: "delivered", response: info.response, refused: triedOf(signal).refused() };
      } catch (error) {
        const tried = triedOf(signal);
        return { kind: "failed", error, isHandedOver: tried.isRead(), refused: tried.refused() };
      } finally {
        cancel();
        underway -= 1;
        closeWhenDone();
      }
    },
  };
}

/** Connects, greets and logs in, and sends no mail. Undefined, or the error. */
export async function verifyAccount(
  settings: SmtpSettings,
  address: string,
  { timeouts, time }: SmtpTiming,
): Promise<unknown> {
  const transport = createTransport(poolOptions(settings, address, timeouts));
  try {
    const verifying = transport.verify().then(() => true);
    return (await within(time, timeouts.totalMs, verifying)) ? undefined : tooSlow();
  } catch (error) {
    return error;
  } finally {
    transport.close();
  }
}

function tooSlow(): Error {
  return Object.assign(new Error("too slow"), { code: "EABORT" });
}

function poolOptions(
  settings: SmtpSettings,
  address: string,
  timeouts: SmtpTimeouts,
): SMTPPoolOptions & { pool: true } {
  const { host, port, user, password, clientName } = settings;
  const isLiteral = address === host;
  return {
    pool: true,
    maxConnections: SMTP_CONNECTIONS,
    // A mail whose pooled connection was closed before a byte of it was sent goes to another one. A server that takes few mails over a
    // connection may close each of them in turn. There are no other retries.
    maxRequeues: SMTP_CONNECTIONS,
    // The checked address; the certificate must still be the host's.
    host: address,
    ...(isLiteral ? {} : { servername: host }),
    port,
    secure: settings.isSecure,
    requireTLS: settings.requireTls,
    ignoreTLS: settings.ignoreTls,
    tls: { rejectUnauthorized: true, ...(isLiteral ? {} : { servername: host }), ...settings.tls },
    ...(user === undefined ? {} : { auth: { user, pass: password ?? "" } }),
    ...(clientName === undefined ? {} : { name: clientName }),
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.totalMs,
    idleTimeout: timeouts.idleMs,
    maxResponseSize: 64 * 1024,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
