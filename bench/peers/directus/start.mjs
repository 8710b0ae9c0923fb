import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import pg from "pg";

/** Plain tables: Directus serves every table of its database, with the fields that the columns give. */
const SCHEMA = `
create table if not exists subscribers (
  id bigint generated always as identity primary key,
  subscriber_id text not null unique,
  first_name text,
  last_name text,
  name text generated always as (btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))) stored,
  email text,
  phone text,
  created_at timestamptz not null default now()
);
create table if not exists messages (
  id bigint generated always as identity primary key,
  subscriber_id text not null,
  channel text not null,
  status text,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now()
);
create index if not exists messages_by_subscriber on messages (subscriber_id, id);
create index if not exists messages_by_channel on messages (channel, id);
create index if not exists messages_by_status on messages (status, id);
`;

Object.assign(process.env, {
  NODE_ENV: "production",
  HOST: "127.0.0.1",
  DB_CLIENT: "pg",
  DB_CONNECTION_STRING: process.env.DATABASE_URL,
  DB_POOL__MIN: "2",
  DB_POOL__MAX: "20",
  KEY: "bench",
  SECRET: "bench-secret-bench-secret-bench-secret",
  ADMIN_EMAIL: "bench@example.com",
  ADMIN_PASSWORD: "bench-password",
  ADMIN_TOKEN: "bench-token",
  // Otherwise Directus answers 503 under load instead of working slower.
  PRESSURE_LIMITER_ENABLED: "false",
  TELEMETRY: "false",
  LOG_LEVEL: "error",
});

// Directus would use a Redis for its caches and its bus.
delete process.env.REDIS_URL;

await createTables();
await bootstrap();
const { startServer } = await import("@directus/api/server");
const ready = `ready at http://127.0.0.1:${process.env.PORT}\n`;
await startServer();
await answers();
process.stdout.write(ready);

async function createTables() {
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  await client.query(SCHEMA);
  await client.end();
}

/** Creates Directus' own tables and its administrator. */
async function bootstrap() {
  // Not the program `directus`, which first asks the npm registry for a newer version.
  const cli = fileURLToPath(import.meta.resolve("@directus/api/cli/run.js"));
  const child = spawn(process.execPath, [cli, "bootstrap"], { stdio: ["ignore", "ignore", "inherit"] });
  const stop = () => child.kill();
  process.once("SIGTERM", stop);
  if ((await once(child, "exit"))[0] !== 0) throw new Error("directus bootstrap failed");
  process.off("SIGTERM", stop);
}

/** `startServer` returns before the server listens. */
async function answers() {
  const url = `http://127.0.0.1:${process.env.PORT}/server/ping`;
  const isUp = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, 50));
}
