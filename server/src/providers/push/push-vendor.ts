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
import { type Call, merged, sendToTokens } from "./send-to-tokens.ts";

type PushVendor = Pick<Provider<"push">, "id" | "displayName" | "fields"> & {
  readonly docsUrl: string;
  /** How many device tokens one call takes. */
  readonly tokensPerCall: number;
  readonly isToken?: (token: string) => boolean;
  readonly reading: Pick<VendorRules, "idPaths" | "errorPaths">;
  /** As `judge` of `VendorRules`; `tokens` are those of the call. */
  judge?(response: VendorResponse, tokens: readonly string[]): Verdict | undefined;
  /** The groups of tokens that the vendor wants to have in calls of their own, after it has refused them together. */
  groupsIn?(response: VendorResponse, tokens: readonly string[]): string[][];
  /** The request for at most `tokensPerCall` tokens. */
  requestOf(push: PushMessage, account: Account): VendorRequest | SendOutcome;
  /** The request by which the vendor says whether it accepts the credentials. */
  checkOf?(account: Account): VendorRequest | SendOutcome;
};

/** The provider of a vendor that takes several device tokens in one POST. */
export function pushVendor(vendor: PushVendor): Provider<"push"> {
  const { tokensPerCall, isToken, reading, judge, groupsIn, requestOf, checkOf, ...definition } = vendor;
  const { fields } = definition;
  return {
    ...definition,
    channel: "push",
    reaches: (credentials) => reachOf(credentials, "baseUrl"),
    async send(message, credentials, io) {
      const missing = missingField(fields, credentials);
      if (missing) return missingCredential(missing);
      const send = async (tokens: string[]): Promise<SendOutcome> => {
        const request = requestOf({ ...message, tokens }, accountOf(credentials));
        if ("kind" in request) return request;
        let groups: string[][] = [];
        const judgeAll = (one: VendorResponse) => {
          groups = groupsIn?.(one, tokens) ?? [];
          return judge?.(one, tokens);
        };
        const rules = { fields, ...reading, judge: judgeAll };
        const outcome = await callVendor(rules, { credentials, message, request }, io);
        return groups.length > 1 ? merged(await inTurn(groups, send)) : outcome;
      };
      return sendToTokens(message.tokens, { tokensPerCall, isToken, send });
    },
    ...(checkOf && {
      check: (credentials, io) => {
        const rules = { fields, ...reading, judge: (one: VendorResponse) => judge?.(one, []) };
        return checkVendor({ rules, credentials, requestOf: () => checkOf(accountOf(credentials)) }, io);
      },
    }),
  };
}

/** Each group in a call of its own; one that is refused stops no other, because it may belong to another account. */
async function inTurn(
  groups: readonly string[][],
  send: (tokens: string[]) => Promise<SendOutcome>,
): Promise<Call[]> {
  const calls: Call[] = [];
  for (const tokens of groups) calls.push({ tokens, outcome: await send(tokens) });
  return calls;
}
