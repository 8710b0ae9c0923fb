import type pg from "pg";
import { MESSAGE } from "./notifications.ts";
import { personAt } from "./population.ts";

const AT_ONCE = 5_000;

/** Writes the same subscribers and messages, with the numbers from 0 to `size` - 1, into the tables of Directus. */
export async function fillDirectus(client: pg.Client, size: number): Promise<void> {
  await client.query("set statement_timeout = 0");
  for (let first = 0; first < size; first += AT_ONCE) {
    const people = Array.from({ length: Math.min(AT_ONCE, size - first) }, (_, at) => personAt(first + at));
    const columns = (["subscriberId", "firstName", "lastName", "email", "phone"] as const).map((name) =>
      people.map((one) => one[name] ?? null),
    );
    await client.query(
      `insert into subscribers (subscriber_id, first_name, last_name, email, phone)
       select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])`,
      columns,
    );
  }
  await client.query(
    `insert into messages (subscriber_id, channel, status, subject, body)
     select 'user-' || (${MESSAGE.owner}), ${MESSAGE.channel}, ${MESSAGE.status}, 'Hello user-' || (${MESSAGE.owner}), 'text ' || number
     from generate_series(0::bigint, $1::bigint - 1) as number`,
    [size],
  );
  await client.query("vacuum (analyze)");
}
