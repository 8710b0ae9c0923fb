import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import type { Violation } from "./evidence.ts";
import { connectionsTo, openFilesOf } from "./process-facts.ts";

/** The number of open files and sockets of each process, without client connections, by slot name; Linux only. */
export type Footprints = ReadonlyMap<string, number>;

export function footprintsOf({ slots }: Cluster): Footprints {
  return new Map(
    slots.flatMap(({ name, url, process }) => {
      try {
        if (!process?.isRunning) return [];
        return [[name, openFilesOf(process.pid) - connectionsTo(Number(new URL(url).port))] as const];
      } catch {
        return [];
      }
    }),
  );
}

/** Allows a full pool of database connections, and some connections to providers. */
const MAX_GROWTH = 40;
const WAIT_MS = 10_000;

/** I12: when idle, no process has many more open files than at its start, and no transaction is left open. */
export async function checkFootprints(cluster: Cluster, before: Footprints): Promise<Violation[]> {
  let grown: string[] = [];
  for (const end = Date.now() + WAIT_MS; ; await sleep(500)) {
    grown = [...footprintsOf(cluster)].flatMap(([name, files]) => {
      const growth = files - (before.get(name) ?? files);
      return growth > MAX_GROWTH ? [`${name} has ${growth} more open files than at its start`] : [];
    });
    if (grown.length === 0 || Date.now() > end) break;
  }
  const { rows } = await cluster.withDatabase((client) =>
    client.query<{ idle: number }>(
      `select count(*)::int as idle from pg_stat_activity where datname = current_database()
       and state like 'idle in transaction%' and state_change < now() - interval '15 seconds'`,
    ),
  );
  const idle = rows[0]?.idle ?? 0;
  const left = idle > 0 ? [`${idle} transactions were left open`] : [];
  return [...grown, ...left].map((what) => ({ invariant: "I12", what }));
}
