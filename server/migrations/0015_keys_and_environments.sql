-- API keys have scopes, may have an end, and show when they were last used. Keys from before may do everything.

alter table api_keys
  add column name text,
  add column scopes text[] not null default '{manage}',
  add column expires_at timestamptz,
  -- A revoked key stays for 30 days, so that a start with it in the settings does not add it again.
  add column revoked_at timestamptz,
  add column last_used_at timestamptz;

-- A deleted environment keeps its row, under a name that nobody can choose, until workers have deleted its other rows.
alter table environments
  -- The caller's own name of it; null where it is the id.
  add column identifier text collate "C" unique,
  add column color text,
  add column deleted_at timestamptz;
