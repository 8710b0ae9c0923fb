-- What the templates of a version take from outside and what is wrong with them, read once when the version is written.
-- Null for versions that were written before: they are read, and kept here, when they are first asked for.

alter table workflow_versions add column readings json;
