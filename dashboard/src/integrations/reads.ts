import type { Integration, Provider } from "@tidings/contract";
import { useRead } from "../app/read.ts";

const KEY = ["integrations"] as const;
/** Health and circuit breakers change without a hint. */
const EVERY_MS = 5_000;
/** What writes of this folder change. */
export const CHANGES = [KEY] as const;

/** All integrations with their health. */
export const useIntegrations = () =>
  useRead<Integration[]>(KEY, (client) => client.integrations.list(), {
    live: ["overview"],
    everyMs: EVERY_MS,
  });

/** All providers with the fields of their credentials. */
export const useProviders = () => useRead<Provider[]>(["providers"], (client) => client.providers.list());
