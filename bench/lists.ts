import { createClient } from "@tidings/client";
import { fillDirectus } from "./filling/directus.ts";
import { type Filled, fillTo } from "./filling/filled-store.ts";
import { openOurs } from "./suite/ours.ts";
import { DIRECTUS, openPeers, type Peer } from "./suite/peers.ts";
import { withClient } from "./suite/postgres.ts";
import { openReadLimit, type Reader, readerRounds, type Totals } from "./suite/reading.ts";
import type { Reads } from "./suite/reads.ts";
import type { Contender, Options, Say } from "./suite/workload.ts";

/** Lists and searches of ours and of Directus, on stores with the same content. */

/** One kind of list. Directus' path is left out where it has no such filter. */
export type Kind = {
  readonly name: string;
  /** The path of the API. */
  ours(index: number): string;
  /** A path below `/items/`. */
  directus?(index: number): string;
};

type Lists = {
  readonly size: number;
  kindsOf(filled: Filled): readonly Kind[];
  /** The service stops counting here. Default: it does not. */
  readonly mostCounted?: number;
};

/** Fills a store, and Directus' when peers are wanted, and opens the contenders: ours, Directus, and the same statements without HTTP. */
export async function openLists(
  { size, kindsOf, mostCounted = Number.POSITIVE_INFINITY }: Lists,
  options: Options,
  leaveOut: Say,
): Promise<Contender[]> {
  if (options.target) throw new Error("lists write rows by SQL: they cannot measure a running server");
  const { target, dataDirectory = "", roots, close } = await openOurs(options);
  const totals: Totals = new Map();
  const kinds = kindsOf(await fillTo({ target, dataDirectory }, size));
  const reads = kinds.map(({ name, ours }) => ({ name, path: ours }));
  const totalOf = (body: object) => (body as { totalCount?: number }).totalCount;
  const reader: Reader = { target, reads, totalOf };
  const note = `on ${size.toLocaleString("en")} subscribers and as many messages (half in-app, 1 % failed), written by SQL.`;
  const ours = { name: "ours", note, roots, close, ...readerRounds(reader, { totals, options }) };
  const peers = options.withPeers ? await openPeers([DIRECTUS], leaveOut) : [];
  for (const { dataDirectory: ofPeer } of peers)
    await withClient(ofPeer, (client) => fillDirectus(client, size));
  const ofPeers = peers.map((peer) => {
    const readerOfPeer = directusReader(peer, kinds, mostCounted);
    const { countStatements: _, ...rest } = peer;
    return { ...rest, ...readerRounds(readerOfPeer, { totals, options }) };
  });
  const { _id: word = "" } = await createClient(target).environments.me();
  return [ours, ...ofPeers, await openReadLimit(dataDirectory, reader, { word, options })];
}

function directusReader({ target }: Peer, kinds: readonly Kind[], mostCounted: number): Reader {
  const reads = kinds.flatMap(({ name, directus }): Reads[] =>
    directus
      ? [{ name, path: (index) => `/items/${directus(index)}&meta=filter_count&access_token=bench-token` }]
      : [],
  );
  const totalOf = (body: object) =>
    Math.min((body as { meta: { filter_count: number } }).meta.filter_count, mostCounted);
  return { target, reads, totalOf };
}
