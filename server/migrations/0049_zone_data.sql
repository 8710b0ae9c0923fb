-- The version of the time zone data (tzdata) by whose rules the moments of waiting jobs were computed last: one row. A process
-- that starts with another version computes them anew.
create table zone_data (
  is_only boolean primary key default true check (is_only),
  version text not null,
  updated_at timestamptz not null default now()
);
