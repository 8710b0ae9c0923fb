-- What a request under an Idempotency-Key was answered; written in the transaction of its effect and told again for a
-- day. An answer may hold credentials, so it is sealed. Rows live by real time, also in environments made for tests.

create table kept_answers (
  environment_id text collate "C" not null,
  idempotency_key text collate "C" not null,
  fingerprint bytea not null,
  status smallint not null,
  answer_sealed text not null,
  expires_at timestamptz not null,
  primary key (environment_id, idempotency_key)
);
create index kept_answers_by_expiry on kept_answers (expires_at);
