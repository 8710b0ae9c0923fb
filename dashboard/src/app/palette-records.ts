import type { Tidings } from "@tidings/client";
import type { Integration } from "@tidings/contract";
import { useNavigation } from "./navigation.ts";
import { useRead } from "./read.ts";
import { useDelayed } from "./use-delayed.ts";
import { words } from "./words.ts";

/** A record that the palette opens. The path follows the environment. */
export type FoundRecord = { label: string; kind: string; path: string };

const FOUND = 5;
const DELAY_MS = 150;
const SHORTEST = 2;
const ID = /^[0-9a-f]{24}$/i;

/** The kinds of records that are searched by words; each has a screen of this name. */
type Searched = "workflows" | "subscribers" | "topics" | "integrations";
const SEARCHES: Readonly<Record<Searched, (client: Tidings, text: string) => Promise<FoundRecord[]>>> = {
  workflows: async (client, text) => {
    const { workflows } = await client.workflows.list({ query: text, limit: FOUND });
    return workflows.map(({ workflowId, name }) => workflowRecord(workflowId, name));
  },
  subscribers: async (client, text) => {
    const { data } = await client.subscribers.search({ search: text, limit: FOUND });
    return data.map(({ subscriberId, firstName, lastName, email, phone }) => ({
      label: labelOf([firstName, lastName].filter(Boolean).join(" ") || subscriberId, email ?? phone),
      kind: words.subscriber,
      path: `subscribers/${encodeURIComponent(subscriberId)}`,
    }));
  },
  topics: async (client, text) => {
    const [byKey, byName] = await Promise.all([
      client.topics.list({ key: text, limit: FOUND }),
      client.topics.list({ name: text, limit: FOUND }),
    ]);
    const found = new Map([...byKey.data, ...byName.data].map((topic) => [topic.key, topic]));
    return [...found.values()].slice(0, FOUND).map(({ key, name }) => ({
      label: labelOf(name || key, name ? key : undefined),
      kind: words.topic,
      path: `topics/${encodeURIComponent(key)}`,
    }));
  },
  integrations: async (client, text) => {
    const wanted = text.toLowerCase();
    const fits = ({ name, providerId, identifier }: Integration) =>
      [name, providerId, identifier].some((one) => one?.toLowerCase().includes(wanted));
    const found = (await client.integrations.list()).filter(fits);
    return found.slice(0, FOUND).map(integrationRecord);
  },
};

const labelOf = (name: string, more: string | null | undefined) => [name, more].filter(Boolean).join(" · ");
const workflowRecord = (workflowId: string, name: string): FoundRecord => ({
  label: labelOf(name, workflowId),
  kind: words.workflow,
  path: `workflows/${encodeURIComponent(workflowId)}`,
});
const integrationRecord = ({ _id = "", name, channel }: Integration): FoundRecord => ({
  label: labelOf(name, channel.replace("_", "-")),
  kind: words.integration,
  path: `integrations/${encodeURIComponent(_id)}`,
});

/** What an internal id names: all kinds are asked at once, because it does not say which one it is of. */
async function namedBy(client: Tidings, id: string): Promise<FoundRecord[]> {
  const found = await Promise.allSettled([
    client.notifications.get(id).then(({ template }) => ({
      label: labelOf(template?.name ?? id, id),
      kind: words.notification,
      path: `notifications/${id}`,
    })),
    client.messages.get(id).then(() => ({ label: id, kind: words.message, path: `messages/${id}` })),
    client.workflows.get(id).then(({ workflowId, name }) => workflowRecord(workflowId, name)),
    client.integrations.list().then((all) => {
      const one = all.find(({ _id }) => _id === id.toLowerCase());
      if (!one) throw new Error("no integration");
      return integrationRecord(one);
    }),
  ]);
  return found.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}

/** The records that fit the text, 150 ms after the last key; of kinds that have a screen. */
export function useFoundRecords(text: string): { records: readonly FoundRecord[]; isSearching: boolean } {
  const asked = useDelayed(text, DELAY_MS);
  const { rail } = useNavigation();
  const screens = rail.flatMap(({ items }) => items.map(({ path }) => path));
  const isId = ID.test(asked);
  const search = (kind: Searched) => ({
    key: ["palette", kind, asked],
    read: (client: Tidings) => SEARCHES[kind](client, asked),
    options: { isEnabled: !isId && asked.length >= SHORTEST && screens.includes(kind) },
  });
  const by = [search("workflows"), search("subscribers"), search("topics"), search("integrations")] as const;
  const reads = [
    useRead(["palette", "id", asked], (client) => namedBy(client, asked), { isEnabled: isId }),
    useRead(by[0].key, by[0].read, by[0].options),
    useRead(by[1].key, by[1].read, by[1].options),
    useRead(by[2].key, by[2].read, by[2].options),
    useRead(by[3].key, by[3].read, by[3].options),
  ];
  const isSearching = text !== asked || reads.some(({ isLoading }) => isLoading);
  // All at once: an answer that comes later must not move what a person is about to open.
  return { records: isSearching ? [] : reads.flatMap(({ data }) => data ?? []), isSearching };
}
