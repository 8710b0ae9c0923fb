-- How large a trigger's payload, overrides and recipients are, so that claims can be cut by bytes without reading them;
-- null on older rows, which are measured when they are read. Who claimed it and how often it came back without an outcome
-- count as for jobs. A trigger that was given up says why.
alter table triggers add column bytes integer, add column claimed_by integer, add column failure text;
