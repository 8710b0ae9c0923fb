-- Secrets that stood in clear get a column for their sealed text; the clear one is then null. Rows from before are
-- sealed at the next start (database/seal-old-rows.ts), table by table; sealed_tables remembers which are through.

alter table subscribers add column channels_sealed text;
alter table integrations add column configurations_sealed text;
-- webhook_url and device_tokens together, as one JSON object.
alter table messages add column address_sealed text;

create table sealed_tables (
  name text primary key,
  sealed_at timestamptz not null default now()
);
