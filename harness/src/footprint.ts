import type { Cluster } from "./cluster.ts";
import type { Violation } from "./evidence.ts";
import { connectionsTo, openFilesOf } from "./process-facts.ts";
import type { TestBed } from "./scenario.ts";

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
const MAX_IDLE_MS = 15_000;

/** I12: when idle, no process has many more open files than at its start, and no transaction is left open. */
export async function checkFootprints(
  { cluster, waitUntil, scaled }: Pick<TestBed, "cluster" | "waitUntil" | "scaled">,
  before: Footprints,
): Promise<Violation[]> {
  const grown = () =>
    [...footprintsOf(cluster)].flatMap(([name, files]) => {
      const growth = files - (before.get(name) ?? files);
      return growth > MAX_GROWTH ? [`${name} has ${growth} more open files than at its start`] : [];
    });
  await waitUntil(() => grown().length === 0, WAIT_MS, 500);
  const { rows } = await cluster.withDatabase((client) =>
    client.query<{ idle: number }>(
      `select count(*)::int as idle from pg_stat_activity where datname = current_database()
       and state like 'idle in transaction%' and state_change < now() - $1 * interval '1 millisecond'`,
      [scaled(MAX_IDLE_MS)],
    ),
  );
  const idle = rows[0]?.idle ?? 0;
  const left = idle > 0 ? [`${idle} transactions were left open`] : [];
  return [...grown(), ...left].map((what) => ({ invariant: "I12", what }));
}
