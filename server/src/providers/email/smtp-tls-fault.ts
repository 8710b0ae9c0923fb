import type { NodemailerError } from "nodemailer";

const NO_TLS =
  "The mail server does not offer TLS, which this integration requires; nothing was sent. Use a host and a port with TLS, " +
  "or set requireTls to false in its credentials to send the password and the mails unprotected.";

const TRUST = "Add it, or the certificate of its issuer, as ca to the integration's tlsOptions";
const ANY = "rejectUnauthorized: false there accepts any certificate";

/** What is wrong with a certificate, and what to change: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const CERTIFICATE_FAULTS: Readonly<Record<string, readonly [fault: string, change: string]>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: ["is self-signed", `${TRUST}; ${ANY}`],
  SELF_SIGNED_CERT_IN_CHAIN: ["has an issuer that is not known here", `${TRUST}; ${ANY}`],
  UNABLE_TO_GET_ISSUER_CERT: ["has an issuer that is not known here", `${TRUST}; ${ANY}`],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ["has an issuer that is not known here", `${TRUST}; ${ANY}`],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ["has an issuer that is not known here", `${TRUST}; ${ANY}`],
  CERT_UNTRUSTED: ["has an issuer that is not known here", `${TRUST}; ${ANY}`],
  CERT_HAS_EXPIRED: [
    "has expired",
    `It must be renewed on the mail server; in tlsOptions, ${ANY.replace(" there", "")}`,
  ],
  CERT_NOT_YET_VALID: ["is not valid yet", "Compare the clocks of this machine and of the mail server"],
  CERT_REVOKED: ["was revoked", "It must be replaced on the mail server"],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    "is for another name than the integration's host",
    "Use a name of the certificate as host, or as servername in the integration's tlsOptions",
  ],
  HOSTNAME_MISMATCH: [
    "is for another name than the integration's host",
    "Use a name of the certificate as host, or as servername in the integration's tlsOptions",
  ],
};

/** Other faults of certificates. */
const OF_CERTIFICATE =
  /^(?:CERT_|CRL_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|UNABLE_TO_|ERROR_IN_CERT_)/;
/** The server's first bytes are no TLS. */
const NOT_TLS = /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNKNOWN_PROTOCOL)$/;
const NO_CLIENT_CERTIFICATE = /CERTIFICATE_REQUIRED$|ALERT_BAD_CERTIFICATE$/;
/** Client and server have no version, cipher or key length in common. */
const NO_AGREEMENT =
  /PROTOCOL_VERSION|HANDSHAKE_FAILURE|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS|NO_SHARED_CIPHER|NO_CIPHER|INSUFFICIENT_SECURITY|(?:KEY|MD)_TOO_(?:SMALL|WEAK)|VERSION_TOO_LOW/;
/** An error before the connection was tried, made of the integration's own tlsOptions. */
const OWN_OPTIONS =
  /^ERR_OSSL_|^ERR_TLS_INVALID|^ERR_TLS_PROTOCOL_VERSION_CONFLICT|^ERR_INVALID_ARG|^ERR_CRYPTO_/;

/** Why TLS with a mail server fails, and the setting to change; undefined if TLS is not the cause. A retry would fail in the same way. */
export function tlsFaultOf(failure: NodemailerError): string | undefined {
  if (isWithoutTls(failure)) return NO_TLS;
  const cause = failure.originalCode ?? failure.code ?? "";
  const [fault, change] = CERTIFICATE_FAULTS[cause] ?? [];
  if (fault !== undefined) return `The certificate of the mail server ${fault} (${cause}). ${change}.`;
  if (OF_CERTIFICATE.test(cause))
    return `The certificate of the mail server is not valid (${cause}). ${TRUST}; ${ANY}.`;
  if (NOT_TLS.test(cause) || isNoTls(failure)) return WITHOUT_FIRST_BYTE;
  if (NO_CLIENT_CERTIFICATE.test(cause))
    return `The mail server wants a certificate of its clients (${cause}). Set cert and key in the integration's tlsOptions.`;
  if (NO_AGREEMENT.test(cause))
    return `The mail server supports no TLS that this client does (${cause}). Change minVersion, maxVersion or ciphers in the integration's tlsOptions.`;
  if (OWN_OPTIONS.test(cause) || /^Error initiating TLS/.test(failure.message))
    return "TLS cannot start with the integration's tlsOptions. ca, cert and key are texts in PEM; minVersion and maxVersion are names such as TLSv1.2.";
  return undefined;
}

const WITHOUT_FIRST_BYTE =
  "The mail server does not use TLS from the first byte on this port. Set secure to false in the integration's credentials, so that TLS starts by STARTTLS, or use another port.";

/** Node.js 18 names the code of OpenSSL only in the text. */
function isNoTls({ message, originalCode }: NodemailerError): boolean {
  return originalCode === "EPROTO" && /wrong version number|packet length too long/i.test(message);
}

/** TLS is required and the server refuses STARTTLS permanently (RFC 3207: 454 is a temporary refusal). */
function isWithoutTls({ code, command, message, responseCode }: NodemailerError): boolean {
  if (/does not support required STARTTLS/.test(message)) return true;
  const isRefused = responseCode !== undefined && responseCode >= 500;
  return code === "EREQUIRETLS" || (code === "ETLS" && command === "STARTTLS" && isRefused);
}
