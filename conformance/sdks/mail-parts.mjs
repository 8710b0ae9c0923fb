/** A mailbox as a header field writes it (RFC 5322, section 3.4), as users of these SDKs must write it. */
export function mailbox({ name, address }) {
  return name === undefined ? address : `"${name.replace(/["\\]/g, "\\$&")}" <${address}>`;
}

/** The sender that the credentials of an integration state. */
export const senderOf = ({ from, senderName }) => ({ address: from, name: senderName });

/** `{ email, name }`, without a name that is missing. */
export const named = ({ address, name }) => ({ email: address, ...(name === undefined ? {} : { name }) });

export const base64 = ({ bytes }) => bytes.toString("base64");
export const isInline = ({ contentId }) => contentId !== undefined;
