import { type Account, accountOf } from "../account.ts";
import { checkVendor } from "../check-vendor.ts";
import { missingCredential, reachOf } from "../credential.ts";
import type { Provider, PushMessage, SendOutcome } from "../provider.ts";
import {
  callVendor,
  missingField,
  type VendorRequest,
  type VendorResponse,
  type VendorRules,
  type Verdict,
} from "../vendor-api.ts";
import { sendToTokens } from "./send-to-tokens.ts";

type PushVendor = Pick<Provider<"push">, "id" | "displayName" | "fields"> & {
  readonly docsUrl: string;
  /** How many device tokens one call takes. */
  readonly tokensPerCall: number;
  readonly isToken?: (token: string) => boolean;
  readonly reading: Pick<VendorRules, "idPaths" | "errorPaths">;
  /** As `judge` of `VendorRules`; `tokens` are those of the call. */
  judge?(response: VendorResponse, tokens: readonly string[]): Verdict | undefined;
  /** The request for at most `tokensPerCall` tokens. */
  requestOf(push: PushMessage, account: Account): VendorRequest | SendOutcome;
  /** The request by which the vendor says whether it accepts the credentials. */
  checkOf?(account: Account): VendorRequest | SendOutcome;
};

/** The provider of a vendor that takes several device tokens in one POST. */
export function pushVendor(vendor: PushVendor): Provider<"push"> {
  const { tokensPerCall, isToken, reading, judge, requestOf, checkOf, ...definition } = vendor;
  const { fields } = definition;
  return {
    ...definition,
    channel: "push",
    reaches: (credentials) => reachOf(credentials, "baseUrl"),
    async send(message, credentials, io) {
      const missing = missingField(fields, credentials);
      if (missing) return missingCredential(missing);
      const send = async (tokens: string[]) => {
        const request = requestOf({ ...message, tokens }, accountOf(credentials));
        if ("kind" in request) return request;
        const rules = { fields, ...reading, judge: (one: VendorResponse) => judge?.(one, tokens) };
        return callVendor(rules, { credentials, message, request }, io);
      };
      return sendToTokens(message.tokens, { tokensPerCall, isToken, send });
    },
    ...(checkOf && {
      check: (credentials, io) => {
        const rules = { fields, ...reading };
        return checkVendor({ rules, credentials, requestOf: () => checkOf(accountOf(credentials)) }, io);
      },
    }),
  };
}
