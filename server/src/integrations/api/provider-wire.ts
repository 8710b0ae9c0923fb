import { type Brand, type Provider, toBrand } from "@tidings/contract";
import type { ProviderDefinition } from "../../providers/provider.ts";
import { receiptRulesOf } from "../../providers/receipts/receipts.ts";

export function toProvider(definition: ProviderDefinition, brand: Brand): Provider {
  const { id, channel, displayName, docsUrl, fields, canSend = true } = definition;
  const receipts = receiptRulesOf(id)?.signingKey;
  return {
    id: toBrand(id, brand),
    channel,
    displayName,
    ...(docsUrl === undefined ? {} : { docsUrl }),
    fields: [...fields],
    ...(receipts === undefined ? {} : { receipts }),
    canSend,
  };
}
