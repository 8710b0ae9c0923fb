-- Links that sign a person in to the dashboard once, and the sessions of its pages. Secrets are stored as SHA-256.
create table sign_in_links (
  hash bytea primary key,
  name text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table dashboard_sessions (
  id text collate "C" primary key,
  hash bytea not null unique,
  name text not null,
  -- An operator reaches all environments; other sessions those of their keys.
  is_operator boolean not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  ends_at timestamptz not null
);

create table dashboard_session_keys (
  session_id text collate "C" not null references dashboard_sessions (id) on delete cascade,
  key_hash bytea not null,
  primary key (session_id, key_hash)
);
