-- One letter and two letters have no trigram: searches for them in an address, a phone number, an id or in all texts read all
-- subscribers. This index has every letter and every pair of adjacent letters of these texts and of the name, as
-- subscribers_by_name_pieces had of the name alone. It takes 110 bytes a subscriber, and is built in 45 s for a million
-- subscribers on a busy machine, while writes to them wait.
set local statement_timeout = 0;

create function subscriber_pieces(email text, phone text, name text, subscriber_id text) returns text[]
language sql immutable parallel safe
return name_pieces(
  subscriber_id || coalesce(E'\n' || email, '') || coalesce(E'\n' || phone, '') || coalesce(E'\n' || name, ''));

create index subscribers_by_pieces on subscribers using gin (subscriber_pieces(email, phone, name, subscriber_id));
drop index subscribers_by_name_pieces;
