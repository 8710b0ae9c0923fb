-- Jobs whose worker died while it had them, twice: they are taken one by one, so that only the one that kills its
-- worker is given up, and not all that were taken with it. There are hardly ever any.

create index jobs_suspects on jobs (environment_id, due_at) where claims >= 2 and due_at is not null;
