import type { Integration } from "@tidings/contract";

/** Integrations that are the only ones of their provider, by its id: a step names the provider only. */
export function singleIntegrations(integrations: readonly Integration[]): ReadonlyMap<string, Integration> {
  // A step without a provider has the provider id of the inbox.
  const all = integrations.filter(({ channel }) => channel !== "in_app");
  const single = all.filter(
    ({ providerId }) => all.filter((one) => one.providerId === providerId).length === 1,
  );
  return new Map(single.map((one) => [one.providerId, one]));
}

/** The names of integrations by their ids, which messages name, and by the ids of their providers where that is enough. */
export function carriersOf(integrations: readonly Integration[]): ReadonlyMap<string, string> {
  return new Map([
    ...integrations.map(({ _id = "", name }) => [_id, name] as const),
    ...[...singleIntegrations(integrations)].map(([providerId, { name }]) => [providerId, name] as const),
  ]);
}
