-- The last answer of each other integration that a message was tried with (`OtherAnswer` of the server), and how long it waits for one
-- of them if the others refuse the account. Null: it has only been tried with its own. Only messages that were moved have it.
alter table messages add column other_answers json;
