import type pg from "pg";
import type { Portion } from "./notifications.ts";
import { personAt } from "./population.ts";

const AT_ONCE = 5_000;

/** Writes the subscribers of a portion. */
export async function fillSubscribers(
  client: pg.Client,
  { from, to, startMs, stepMs }: Portion,
): Promise<void> {
  const { rows } = await client.query("select environment_id from workflows where identifier = 'filled-a'");
  for (let first = from; first < to; first += AT_ONCE) {
    const people = Array.from({ length: Math.min(AT_ONCE, to - first) }, (_, at) => personAt(first + at));
    const column = (name: keyof (typeof people)[number]) => people.map((one) => one[name] ?? null);
    await client.query({
      name: "subscribers",
      text: `insert into subscribers (environment_id, id, subscriber_id, first_name, last_name, email, phone, created_at, updated_at)
        select $1, lpad(to_hex(ms::bigint), 12, '0') || lpad(to_hex(number), 12, '0'), subscriber_id, first_name, last_name,
          email, phone, to_timestamp(ms / 1000), to_timestamp(ms / 1000)
        from (
          select *, $2::bigint + at - 1 as number, floor($3::float8 + ($2::bigint + at - 1) * $4::float8) as ms
          from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
            with ordinality as p (subscriber_id, first_name, last_name, email, phone, at)
        ) person
        on conflict do nothing`,
      values: [
        rows[0]?.environment_id,
        first,
        startMs,
        stepMs,
        column("subscriberId"),
        column("firstName"),
        column("lastName"),
        column("email"),
        column("phone"),
      ],
    });
  }
}
