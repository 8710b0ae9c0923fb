-- True: a browser without a hash has named this subscriber, and nothing has stored values for it. The first call with an API key that
-- creates it succeeds, as if it were missing.
alter table subscribers add column is_only_named boolean not null default false;

-- Their number in an environment is limited. The index is empty at first; writes to subscribers wait while the table is read.
set local statement_timeout = 0;
create index subscribers_only_named on subscribers (environment_id) where is_only_named;
