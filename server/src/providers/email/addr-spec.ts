import { domainToASCII } from "node:url";

const MAX_ADDRESS_BYTES = 254;
const MAX_LOCAL_BYTES = 64;

/** An atom of a local part: RFC 5322 atext, or letters, marks, numbers and symbols beyond ASCII (RFC 6531). */
const ATOM = /^(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]|[^\p{ASCII}\p{C}\p{Z}\p{P}])+$/u;
const DOMAIN_LABEL =
  /^[A-Za-z0-9\p{L}\p{M}\p{Nd}](?:[A-Za-z0-9\p{L}\p{M}\p{Nd}-]*[A-Za-z0-9\p{L}\p{M}\p{Nd}])?$/u;
const MAX_LABEL_LENGTH = 63;

/**
 * True for exactly one address without a name: dot-atom, `@`, domain name. Stricter than RFC 5322 on purpose: quoted local
 * parts, comments, groups, lists and address literals were used to make a mail library send to another recipient
 * (`"a\r\nRCPT TO:<evil>"` was delivered to evil, `"x@evil"@ours` was delivered outside of the service).
 */
export function isAddrSpec(text: string): boolean {
  // A character has at least one byte: a long text is not read.
  if (text.length > MAX_ADDRESS_BYTES || Buffer.byteLength(text) > MAX_ADDRESS_BYTES) return false;
  const [local = "", domain = "", ...more] = text.split("@");
  if (more.length > 0) return false;
  return isLocalPart(local) && isDomain(domain);
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

/** The domain in ASCII (IDNA); a text that is no domain stays as it is. */
export function asciiDomain(domain: string): string {
  return domainToASCII(domain) || domain;
}

/** Letters beyond ASCII before the `@`: only servers with SMTPUTF8 (RFC 6531) take such an address. The domain has a form in ASCII. */
export function needsUtf8(address: string): boolean {
  return /[^\p{ASCII}]/u.test(address.slice(0, Math.max(address.lastIndexOf("@"), 0)));
}

function isLocalPart(local: string): boolean {
  return Buffer.byteLength(local) <= MAX_LOCAL_BYTES && local.split(".").every((atom) => ATOM.test(atom));
}

function isDomain(domain: string): boolean {
  return domain.split(".").every((label) => label.length <= MAX_LABEL_LENGTH && DOMAIN_LABEL.test(label));
}
