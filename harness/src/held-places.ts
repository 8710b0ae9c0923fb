import type { Violation } from "./evidence.ts";
import type { TestBed } from "./scenario.ts";

/** A place of a rate, as the store has it. */
type HeldPlace = { integration: string; worker: string; held: number };

/** On an idle machine: beyond a lease, after which the places of a killed worker are free. A worker keeps unused ones for a second. */
const GIVEN_BACK_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 500;

/**
 * I16: when all work is done, no worker holds a place of an integration's rate any more. A place that is never given back is renewed as
 * long as its worker lives, and all other workers have that much less of the rate.
 */
export async function checkPlaces({
  cluster,
  waitUntil,
  leaseMs,
}: Pick<TestBed, "cluster" | "waitUntil" | "leaseMs">): Promise<Violation[]> {
  let held: readonly HeldPlace[] = [];
  const areFree = async () => {
    held = await heldPlaces(cluster);
    return held.length === 0;
  };
  await waitUntil(areFree, leaseMs + GIVEN_BACK_WITHIN_MS, LOOK_EVERY_MS);
  return held.map(({ integration, worker, held: places }) => ({
    invariant: "I16",
    what: `worker ${worker} holds ${places} places of the rate of ${integration} without any work`,
  }));
}

async function heldPlaces({ withDatabase }: TestBed["cluster"]): Promise<readonly HeldPlace[]> {
  const { rows } = await withDatabase((client) =>
    client.query<HeldPlace>(
      `select i.identifier as integration, p.key as worker, (p.value->>'held')::integer as held
       from integration_rates r cross join jsonb_each(r.places) p
       join integrations i on i.environment_id = r.environment_id and i.id = r.integration_id
       where (p.value->>'until')::float8 > extract(epoch from now()) and (p.value->>'held')::integer > 0`,
    ),
  );
  return rows;
}
