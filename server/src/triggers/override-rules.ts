import { isJsonObject, type Json } from "../foundation/json.ts";
import { refusalOfHeaders } from "../providers/request-headers.ts";

/** Why a value cannot be used; with `below`, why a member of it cannot. Undefined when it can. */
export type Rule = (value: Json) => string | { below: string; reason: string } | undefined;
export type Rules = Readonly<Record<string, Rule>>;

export const text: Rule = (value) => (typeof value === "string" ? undefined : "must be a text");
export const object: Rule = (value) => (isJsonObject(value) ? undefined : "must be an object");

/** A member that is null is not set. */
const texts = (value: Json): string | undefined => {
  const isFine =
    isJsonObject(value) && Object.values(value).every((one) => one === null || typeof one === "string");
  return isFine ? undefined : "must be an object of texts";
};

const requestHeaders = (value: Json): string | undefined => {
  const wrong = texts(value);
  if (wrong !== undefined) return wrong;
  const set = Object.entries(value as Record<string, string | null>).filter(([, one]) => one !== null);
  const refusal = refusalOfHeaders(Object.fromEntries(set) as Record<string, string>);
  return refusal === undefined ? undefined : `cannot be sent: ${refusal}`;
};

const PASSTHROUGH = { body: object, headers: requestHeaders, query: texts } as const;

/** The members that are added to the provider's HTTP request. */
const passthrough: Rule = (value) => {
  if (!isJsonObject(value)) return "must be an object";
  for (const [below, rule] of Object.entries(PASSTHROUGH)) {
    const member = value[below];
    const reason = member === null || member === undefined ? undefined : rule(member);
    if (typeof reason === "string") return { below, reason };
  }
  return undefined;
};

/** The members of an override for any channel. */
export const COMMON_RULES: Rules = { integrationIdentifier: text, _passthrough: passthrough };

/** The members of an override for an SMS. */
export const SMS_RULES: Rules = { ...COMMON_RULES, to: text, from: text };
