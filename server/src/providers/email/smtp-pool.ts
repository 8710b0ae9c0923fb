import { performance } from "node:perf_hooks";
import type { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { createTransport, type SendMailOptions, type SMTPPoolOptions } from "nodemailer";
import DKIM from "nodemailer/lib/dkim";
import type { SmtpSettings } from "./smtp-settings.ts";

export type SmtpTimeouts = { connectMs: number; greetingMs: number; totalMs: number; idleMs: number };

/** The result of a mail: the server's response, or an error and whether the server had the complete mail by then. */
export type MailDelivery =
  | { kind: "delivered"; response: string; refused: string[] }
  | { kind: "failed"; error: unknown; isHandedOver: boolean };

/** The open connections of one SMTP account. */
export type SmtpPool = {
  readonly kind: "pool";
  deliver(mail: SendMailOptions): Promise<MailDelivery>;
  isStale(): boolean;
  /** Accepts no new mails; closes once the current mails are sent. */
  retire(): void;
};

/** A pool uses the address it was opened for; after this time the name is resolved and checked again. */
const LIFE_MS = 5 * 60_000;

export function openPool(settings: SmtpSettings, address: string, timeouts: SmtpTimeouts): SmtpPool {
  const transport = createTransport(poolOptions(settings, address, timeouts));
  const streamOf = watchStreams(transport);
  const openedMs = performance.now();
  let underway = 0;
  let isRetired = false;
  const closeWhenDone = () => {
    if (isRetired && underway === 0) transport.close();
  };
  return {
    kind: "pool",
    isStale: () => performance.now() - openedMs > LIFE_MS,
    retire() {
      isRetired = true;
      closeWhenDone();
    },
    async deliver(mail) {
      const signal = AbortSignal.timeout(timeouts.totalMs);
      underway += 1;
      try {
        const info = await transport.sendMail({ ...mail, signal });
        return { kind: "delivered", response: info.response, refused: info.rejected };
      } catch (error) {
        return { kind: "failed", error, isHandedOver: streamOf(signal)?.readableEnded ?? false };
      } finally {
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
  timeouts: SmtpTimeouts,
): Promise<unknown> {
  const transport = createTransport(poolOptions(settings, address, timeouts));
  try {
    await withinMs(transport.verify(), timeouts.totalMs);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    transport.close();
  }
}

async function withinMs(work: Promise<unknown>, ms: number): Promise<void> {
  const stop = new AbortController();
  const tooLate = setTimeout(ms, undefined, { signal: stop.signal }).then(() => {
    throw Object.assign(new Error("too slow"), { code: "EABORT" });
  });
  await Promise.race([work, tooLate]).finally(() => {
    stop.abort();
    tooLate.catch(() => {});
  });
}

/**
 * Between the end of the mail and the server's 250 it is unknown whether the server accepted it (RFC 1047); before that it
 * certainly did not. The stream from which nodemailer reads the mail shows which: it is read only after the server's 354,
 * and ends with the last byte. The abort signal is the only option of ours that reaches the plugin.
 */
function watchStreams(transport: ReturnType<typeof createTransport>) {
  const streams = new WeakMap<AbortSignal, Readable>();
  transport.use("stream", (mail, done) => {
    const { signal, dkim } = mail.data;
    // Signed here, because nodemailer would sign after the stream that shows how much the server has read.
    delete mail.data.dkim;
    if (dkim) mail.message.processFunc((stream) => new DKIM(dkim).sign(stream));
    mail.message.processFunc((stream) => {
      if (signal) streams.set(signal, stream);
      return stream;
    });
    done();
  });
  return (signal: AbortSignal) => streams.get(signal);
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
    maxConnections: 5,
    // One retry for a mail whose pooled connection was closed before a byte of it was sent; no other retries.
    maxRequeues: 1,
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
