-- Messages wait a while for an integration that was switched off, and dead letters are kept for a while only.

alter table integrations
  -- Null while it is on, and where it never was.
  add column switched_off_at timestamptz;

create index dead_letters_by_age on dead_letters (environment_id, died_at);
