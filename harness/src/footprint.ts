import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import type { Violation } from "./evidence.ts";
import { callersAt, openFilesOf } from "./process-facts.ts";

/** How many files and sockets of its own each process has open, by the name of its place; Linux only. */
export type Footprints = ReadonlyMap<string, number>;

export function footprintsOf({ slots }: Cluster): Footprints {
  return new Map(
    slots.flatMap(({ name, url, process }) => {
      try {
        if (!process?.isRunning) return [];
        return [[name, openFilesOf(process.pid) - callersAt(Number(new URL(url).port))] as const];
      } catch {
        return [];
      }
    }),
  );
}

/** A full pool of database connections, and some to providers. */
const MOST_MORE = 40;
const PATIENCE_MS = 10_000;

/** I12: at rest nobody has much more open than at the start, and no transaction was forgotten. */
export async function checkFootprints(cluster: Cluster, before: Footprints): Promise<Violation[]> {
  let grown: string[] = [];
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(500)) {
    grown = [...footprintsOf(cluster)].flatMap(([name, files]) => {
      const more = files - (before.get(name) ?? files);
      return more > MOST_MORE ? [`${name} has ${more} files more open than at its start`] : [];
    });
    if (grown.length === 0 || Date.now() > end) break;
  }
  const { rows } = await cluster.look((client) =>
    client.query<{ forgotten: number }>(
      `select count(*)::int as forgotten from pg_stat_activity where datname = current_database()
       and state like 'idle in transaction%' and state_change < now() - interval '15 seconds'`,
    ),
  );
  const forgotten = rows[0]?.forgotten ?? 0;
  const left = forgotten > 0 ? [`${forgotten} transactions were left open`] : [];
  return [...grown, ...left].map((what) => ({ invariant: "I12", what }));
}
