import type { Integration, Provider } from "@tidings/contract";
import { useRead } from "../app/read.ts";
import { carriersOf, singleIntegrations } from "./carriers.ts";

/** All integrations of the environment; none without the right to read them. */
function useIntegrations(): readonly Integration[] {
  const { data = [] } = useRead(["integrations"], (client) => client.integrations.list());
  return data as readonly Integration[];
}

/** All providers that the service can send through, each with its display name and the fields of its credentials. */
export const useProviders = () => useRead<Provider[]>(["providers"], (client) => client.providers.list());

/** Integrations that are the only ones of their provider, by its id. */
export const useSingleIntegrations = (): ReadonlyMap<string, Integration> =>
  singleIntegrations(useIntegrations());

/** The names of integrations, as timelines want them. */
export const useCarriers = (): ReadonlyMap<string, string> => carriersOf(useIntegrations());
