import { useEnvironment } from "./environment.tsx";
import { addressIn, type RailGroup, useNavigation } from "./navigation.ts";
import { useFoundRecords } from "./palette-records.ts";
import { useSession } from "./session.tsx";
import { words } from "./words.ts";

/** Something that the palette opens. */
export type Entry = { label: string; kind: string; address: string };

const TRANSACTION = /^txn_\w+$/;

const screensOf = (rail: readonly RailGroup[]) => rail.flatMap(({ items }) => items);

/** All that fits the text: screens, environments, and records by a word, an address or an id. */
export function useEntries(text: string): { entries: readonly Entry[]; isSearching: boolean } {
  const wanted = text.trim();
  const { identifier } = useEnvironment().environment;
  const { rail } = useNavigation();
  const { session } = useSession();
  const fits = (label: string) => label.toLowerCase().includes(wanted.toLowerCase());
  const screens = screensOf(rail).map(({ label, path }) => ({
    label,
    kind: words.screen,
    address: addressIn(identifier, path),
  }));
  const others = session.environments
    .filter((one) => one.identifier !== identifier)
    .map((one) => ({ label: one.name, kind: words.environment, address: addressIn(one.identifier, "") }));
  const settings = { label: words.settings, kind: words.screen, address: "/settings" };
  const { records, isSearching } = useFoundRecords(wanted);
  const trigger = {
    label: wanted,
    kind: words.triggerKind,
    address: addressIn(identifier, `triggers/${wanted}`),
  };
  const entries = [
    ...(TRANSACTION.test(wanted) ? [trigger] : []),
    ...[...screens, settings, ...others].filter(({ label }) => fits(label)),
    ...records.map(({ path, ...entry }) => ({ ...entry, address: addressIn(identifier, path) })),
  ];
  return { entries, isSearching };
}
