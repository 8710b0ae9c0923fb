-- Status and source of an execution detail follow from its code (execution-detail.ts), so they are not stored beside it.
-- Dropping a column changes the catalog only; the bytes of old rows go with the rows.
alter table execution_details drop column status, drop column source;
