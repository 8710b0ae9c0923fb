-- The dead letters of one replay, whose progress is counted. Building this reads the table once, while writes to it wait: below
-- 1 s for a million dead letters.
set local statement_timeout = 0;

create index dead_letters_of_replay on dead_letters (environment_id, replay_id) where replay_id is not null;
