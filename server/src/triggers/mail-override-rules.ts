import { isJsonObject, type Json } from "../foundation/json.ts";
import { isMailbox, refusalOfMailHeaders } from "../providers/email/mail-faults.ts";
import { readMailbox } from "../providers/email/read-mailbox.ts";
import { COMMON_RULES, object, type Rule, type Rules, text } from "./override-rules.ts";

const isAddress = (value: Json): boolean => typeof value === "string" && isMailbox(readMailbox(value));
const ADDRESS = "must be an e-mail address, such as ada@example.com or Ada <ada@example.com>";

/** An empty text is not set. */
const address: Rule = (value) => (value === "" || isAddress(value) ? undefined : ADDRESS);
const addresses: Rule = (value) => {
  const list = Array.isArray(value) ? value : [value];
  return list.every((one) => one === "" || isAddress(one)) ? undefined : `${ADDRESS}, or a list of them`;
};

const oneAddress: Rule = (value) => {
  const set = [value].flat().filter((one) => one !== "");
  return set.length > 1 ? "must be one address, because this provider takes no more" : addresses(value);
};

const name: Rule = (value) =>
  typeof value === "string" && isMailbox({ address: "a@a.example", name: value })
    ? undefined
    : "must be a text without line breaks";

/** Other programs recognize by this header that no person wrote the mail (RFC 3834); every mail has it. */
const ALWAYS_SET = /^auto-submitted$/i;

const headers: Rule = (value) => {
  if (!isJsonObject(value) || Object.values(value).some((one) => typeof one !== "string")) {
    return "must be an object of texts";
  }
  const set = Object.keys(value).find((one) => ALWAYS_SET.test(one));
  const refusal = refusalOfMailHeaders(value as Record<string, string>);
  return set === undefined
    ? refusal && `cannot be sent: ${refusal}`
    : `cannot be sent: the header ${set} may not be set`;
};

/** The members of an override for a mail. Other members are ignored. */
export const MAIL_RULES: Rules = {
  ...COMMON_RULES,
  to: addresses,
  toRecipient: address,
  cc: addresses,
  bcc: addresses,
  replyTo: addresses,
  from: address,
  senderName: name,
  subject: text,
  html: text,
  text,
  headers,
  customData: object,
};

/** The same for a provider that takes one address for replies (`TAKES_ONE_REPLY_TO`). */
export const ONE_REPLY_TO_RULES: Rules = { ...MAIL_RULES, replyTo: oneAddress };
