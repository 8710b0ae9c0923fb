-- The details of ordinary steps, which are nothing but a code, as text in the row of their job (packed-details.ts).
alter table jobs add column packed_details text collate "C";
