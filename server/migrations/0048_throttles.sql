-- How far the waits of a message for its provider's rate limit have grown (delivery/runs/retry-schedule.ts). 0: the last attempt was
-- not rate limited.
alter table messages add column throttles smallint not null default 0;
