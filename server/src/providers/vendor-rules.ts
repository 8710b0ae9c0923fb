import type { CredentialField } from "@tidings/contract";
import type { SendOutcome } from "./provider.ts";

/** How a vendor's responses are read. */
export type VendorRules = {
  readonly fields: readonly CredentialField[];
  /** Paths of the message's id in the JSON (`data.0.id`); the first match is used. */
  readonly idPaths: readonly string[];
  /** The response header with the message's id. */
  readonly idHeader?: string;
  /** Paths of the sentence that describes an error; the first match is shown to the operator. */
  readonly errorPaths: readonly string[];
  /** The response header with the code of an error. */
  readonly errorHeader?: string;
  /** Turns a response that is no JSON (XML, a line of text) into fields, which the paths then name. Default: JSON. */
  readonly parse?: (body: string) => unknown;
  /**
   * The meaning of a response where its status does not say it: a 200 that is a failure, a 400 about the recipient. Undefined:
   * the status decides (`http-outcome.ts`), and of a refusal the words (`refusal-rule.ts`).
   */
  judge?(response: VendorResponse): Verdict | undefined;
  /** The same for the answer to a check of the credentials. */
  judgeCheck?(response: VendorResponse): Verdict | undefined;
};

export type VendorResponse = {
  status: number;
  headers: Record<string, string>;
  json: unknown;
  body: string;
  /** The time of the response, for headers with the time of the next attempt. */
  now: Date;
};

export type Verdict = Pick<SendOutcome, "recipients"> & {
  kind: SendOutcome["kind"];
  /** The message's id, where the response has one for each recipient. */
  providerMessageId?: string;
  /** The vendor's words about the recipient that decides, where the response has some for each. */
  sentence?: string;
  /** The vendor works, and refused this message alone. */
  isProviderWell?: true;
  /** Rate limited: does not count as an attempt. False for a 429 that is not about the rate, such as a used-up quota. */
  isThrottled?: boolean;
  retryAfterMs?: number;
  invalidTokens?: readonly string[];
  goneAt?: ReadonlyMap<string, number>;
  /** A refusal whose reason is in no table of the vendor: the rule for such refusals decides, and `kind` where it says nothing. */
  isUnlisted?: true;
};
