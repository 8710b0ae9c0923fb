-- Whether the current integration of a message may have sent it already: an attempt through it had an unclear outcome.
alter table messages add column maybe_sent boolean not null default false;
