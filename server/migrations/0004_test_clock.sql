-- An environment made for tests has a clock that can be held. clock_at is its time once it has been frozen; every
-- other environment runs on the database's time, and the check keeps it so.

alter table environments add column is_test boolean not null default false;
alter table environments add column clock_at timestamptz;
alter table environments add constraint environments_only_tests_hold_the_clock check (clock_at is null or is_test);
