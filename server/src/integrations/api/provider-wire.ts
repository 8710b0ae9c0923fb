import { type Brand, type Provider, toBrand } from "@tidings/contract";
import type { ProviderDefinition } from "../../providers/provider.ts";

export function toProvider(definition: ProviderDefinition, brand: Brand): Provider {
  const { id, channel, displayName, docsUrl, fields, canSend = true } = definition;
  return {
    id: toBrand(id, brand),
    channel,
    displayName,
    ...(docsUrl === undefined ? {} : { docsUrl }),
    fields: [...fields],
    canSend,
  };
}
