-- Receipts name a message by the vendor's id. Only messages of channels with a vendor are in the index. Building it reads the
-- whole table while writes to it wait: about 1 s for a million messages.
set local statement_timeout = 0;

create index messages_by_provider_message on messages (environment_id, provider_message_id)
  where provider_message_id is not null and channel in ('email', 'sms', 'chat');

-- Addresses to which nothing is sent, because a vendor reported a hard bounce, a complaint or an invalid number.
create table suppressions (
  environment_id text collate "C" not null references environments,
  id text collate "C" not null,
  channel text not null,
  -- An e-mail address in lower case, or a telephone number as it was used.
  address text not null,
  -- bounced, complained or failed.
  reason text not null,
  -- The vendor's words.
  explanation text,
  provider_id text not null,
  integration_id text collate "C" not null,
  message_id text collate "C" not null,
  -- The recipient of the message; the row is deleted with the subscriber.
  subscriber_id text collate "C" not null,
  created_at timestamptz not null,
  primary key (environment_id, id),
  unique (environment_id, address, channel)
);
create index suppressions_by_subscriber on suppressions (environment_id, subscriber_id);
