import { expect, test } from "vitest";
import { tlsFaultOf } from "./smtp-tls-fault.ts";

const failure = (originalCode: string, message = "failed") =>
  Object.assign(new Error(message), { code: "ESOCKET", originalCode });

test.each([
  [
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    /is self-signed .*as ca to the integration's tlsOptions.*rejectUnauthorized: false/,
  ],
  ["SELF_SIGNED_CERT_IN_CHAIN", /issuer.*tlsOptions/],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", /issuer.*tlsOptions/],
  ["CERT_HAS_EXPIRED", /has expired.*renewed/],
  ["ERR_TLS_CERT_ALTNAME_INVALID", /another name.*servername/],
  ["INVALID_PURPOSE", /not valid \(INVALID_PURPOSE\)/],
  ["ERR_SSL_WRONG_VERSION_NUMBER", /secure to false/],
  ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", /cert and key/],
  ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", /minVersion, maxVersion or ciphers/],
  ["ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE", /minVersion, maxVersion or ciphers/],
  ["ERR_SSL_DH_KEY_TOO_SMALL", /minVersion, maxVersion or ciphers/],
  ["ERR_OSSL_PEM_NO_START_LINE", /with the integration's tlsOptions/],
])("%s: the cause of a TLS failure and the setting to change", (code, sentence) => {
  expect(tlsFaultOf(failure(code))).toMatch(sentence);
});

test.each(["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EPIPE", "ENOTFOUND"])(
  "%s: a failure of the connection, which a retry may repair",
  (code) => {
    expect(tlsFaultOf(failure(code))).toBeUndefined();
  },
);
