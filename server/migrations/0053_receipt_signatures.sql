-- Signatures of receipts that do not cover the events that came with them (Mailgun's): each with a hash of its events, so that it is not
-- accepted with other ones. A row is needed as long as the signature is young enough to be accepted, and is purged afterwards. Hashes
-- only: neither an event nor an address is in it.
create table receipt_signatures (
  environment_id text not null,
  signature_hash bytea not null,
  events_hash bytea not null,
  expires_at timestamptz not null,
  primary key (environment_id, signature_hash)
);
create index receipt_signatures_by_expiry on receipt_signatures (expires_at);
