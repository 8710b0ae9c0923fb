import type { Integration } from "@tidings/contract";
import { useRead } from "../app/read.ts";

/**
 * The names of integrations by the ids of their providers, of those that are the only ones of their provider. Empty
 * without the right to read them.
 */
export function useCarriers(): ReadonlyMap<string, string> {
  const { data = [] } = useRead(["integrations"], (client) => client.integrations.list());
  const all = data as readonly Integration[];
  const names = all.filter(
    ({ providerId }) => all.filter((one) => one.providerId === providerId).length === 1,
  );
  return new Map(names.map(({ providerId, name }) => [providerId, name]));
}
