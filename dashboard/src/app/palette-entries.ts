import { useEnvironment } from "./environment.tsx";
import { addressIn, type RailGroup, useNavigation } from "./navigation.ts";
import { useRead } from "./read.ts";
import { useSession } from "./session.tsx";
import { words } from "./words.ts";

/** Something that the palette opens. */
export type Entry = { label: string; kind: string; address: string };

const FOUND = 5;

/** What a pasted id, or an e-mail address, names. Paths follow the environment. */
export function namedBy(text: string): { kind: string; path: string } | undefined {
  if (/^[0-9a-f]{24}$/i.test(text)) return { kind: words.notification, path: `notifications/${text}` };
  if (/^txn_\w+$/.test(text)) return { kind: words.triggerKind, path: `triggers/${text}` };
  return undefined;
}

const screensOf = (rail: readonly RailGroup[]) => rail.flatMap(({ items }) => items);

/** All that fits the text: what an id names, screens, environments, workflows and subscribers. */
export function useEntries(text: string): Entry[] {
  const wanted = text.trim();
  const { identifier } = useEnvironment().environment;
  const { rail } = useNavigation();
  const { session } = useSession();
  const named = namedBy(wanted);
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
  const records = useRecords(wanted);
  return [
    ...(named ? [{ label: wanted, kind: named.kind, address: addressIn(identifier, named.path) }] : []),
    ...[...screens, settings, ...others].filter(({ label }) => fits(label)),
    ...records.map(({ path, ...entry }) => ({ ...entry, address: addressIn(identifier, path) })),
  ];
}

/** Only of kinds that have a screen. */
function useRecords(wanted: string): { label: string; kind: string; path: string }[] {
  const paths = screensOf(useNavigation().rail).map(({ path }) => path);
  const isEnabled = (path: string) => wanted.length > 1 && paths.includes(path);
  const workflows = useRead(
    ["palette", "workflows", wanted],
    (client) => client.workflows.list({ query: wanted, limit: FOUND }),
    { isEnabled: isEnabled("workflows") },
  );
  const subscribers = useRead(
    ["palette", "subscribers", wanted],
    (client) =>
      client.subscribers.search({
        ...(wanted.includes("@") ? { email: wanted } : { name: wanted }),
        limit: FOUND,
      }),
    { isEnabled: isEnabled("subscribers") },
  );
  const found = (subscribers.data?.data ?? []).map(({ subscriberId, firstName, lastName, email }) => ({
    label: [[firstName, lastName].filter(Boolean).join(" ") || subscriberId, email]
      .filter(Boolean)
      .join(" · "),
    kind: words.subscriber,
    path: `subscribers/${encodeURIComponent(subscriberId)}`,
  }));
  const ofWorkflows = (workflows.data?.workflows ?? []).map(({ workflowId, name }) => ({
    label: name,
    kind: words.workflow,
    path: `workflows/${encodeURIComponent(workflowId)}`,
  }));
  return [...ofWorkflows, ...found];
}
