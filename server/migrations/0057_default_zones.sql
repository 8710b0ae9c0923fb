-- The time zone of subscribers without a zone that the service knows. `default_zone_changed_at` is set from a change until workers have
-- moved the waits that were computed by the zone before.
alter table environments
  add column default_zone text not null default 'UTC',
  add column default_zone_changed_at timestamptz;
