import { domainToASCII } from "node:url";
import { flagOf, textOf } from "../credential.ts";
import type { Credentials } from "../provider.ts";
import { domainOf } from "./addr-spec.ts";

/** How to reach one SMTP account. */
export type SmtpSettings = {
  kind: "settings";
  host: string;
  port: number;
  isSecure: boolean;
  requireTls: boolean;
  ignoreTls: boolean;
  user?: string;
  password?: string;
  /** The name in EHLO. */
  clientName?: string;
  tls: Record<string, string | boolean>;
};

/**
 * Port 465 uses TLS from the first byte unless configured otherwise; 587 is the submission port (RFC 8314). With a
 * password TLS is required: otherwise an attacker in the network could remove the server's offer of TLS and read the
 * password (RFC 8314, section 3.1). `ignoreTls: true` or `requireTls: false` allows a connection without TLS.
 */
export function smtpSettingsOf(credentials: Credentials) {
  const host = textOf(credentials, "host");
  if (host === undefined) return fault("The integration has no host.");
  const secure = flagOf(credentials, "secure");
  const port = Number(credentials.port ?? (secure ? 465 : 587));
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    return fault("The port is not a number up to 65535.");
  const user = textOf(credentials, "user");
  const password = typeof credentials.password === "string" ? credentials.password : undefined;
  const clientName = clientNameOf(credentials);
  const ignoreTls = flagOf(credentials, "ignoreTls") ?? false;
  const settings: SmtpSettings = {
    kind: "settings",
    host,
    port,
    isSecure: secure ?? port === 465,
    requireTls: flagOf(credentials, "requireTls") ?? (hasPassword(password) && !ignoreTls),
    ignoreTls,
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
    ...(clientName === undefined ? {} : { clientName }),
    tls: tlsOf(credentials.tlsOptions),
  };
  return settings;
}

/**
 * The name in EHLO: `domain`, otherwise the sender's domain. nodemailer's own default is the machine's name, or [127.0.0.1] if that
 * has no dot, as in every container.
 */
function clientNameOf(credentials: Credentials): string | undefined {
  const given = textOf(credentials, "domain");
  if (given !== undefined && /^[A-Za-z0-9.-]{1,253}$/.test(given)) return given;
  const ofSender = domainToASCII(domainOf(textOf(credentials, "from") ?? ""));
  return /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(ofSender) ? ofSender : undefined;
}

function hasPassword(password: string | undefined): boolean {
  return password !== undefined && password !== "";
}

/**
 * Allowed TLS options. A list of names, because nodemailer copies these options into the connection itself: with `host`,
 * `path`, `lookup` or `socket` the guard could be bypassed.
 */
const TLS_TEXTS = new Set([
  "ca",
  "cert",
  "ciphers",
  "key",
  "maxVersion",
  "minVersion",
  "passphrase",
  "servername",
]);

function tlsOf(options: unknown): Record<string, string | boolean> {
  if (typeof options !== "object" || options === null) return {};
  const kept = Object.entries(options).filter(([name, value]) =>
    name === "rejectUnauthorized"
      ? typeof value === "boolean"
      : TLS_TEXTS.has(name) && typeof value === "string",
  );
  return Object.fromEntries(kept) as Record<string, string | boolean>;
}

function fault(reason: string) {
  return { kind: "config_error" as const, reason };
}
