-- Pages and programs ask before they send to real people from a protected environment; the service does not use it.
alter table environments add column is_protected boolean not null default false;
