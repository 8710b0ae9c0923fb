import type { Integration } from "@tidings/contract";
import { useRead } from "../app/read.ts";

/** Integrations that are the only ones of their provider, by its id. Empty without the right to read them. */
export function useSingleIntegrations(): ReadonlyMap<string, Integration> {
  const { data = [] } = useRead(["integrations"], (client) => client.integrations.list());
  // A step without a provider has the provider id of the inbox.
  const all = (data as readonly Integration[]).filter(({ channel }) => channel !== "in_app");
  const single = all.filter(
    ({ providerId }) => all.filter((one) => one.providerId === providerId).length === 1,
  );
  return new Map(single.map((one) => [one.providerId, one]));
}

/** The names of integrations by the ids of their providers, of those that are the only ones of their provider. */
export function useCarriers(): ReadonlyMap<string, string> {
  return new Map([...useSingleIntegrations()].map(([providerId, { name }]) => [providerId, name]));
}
