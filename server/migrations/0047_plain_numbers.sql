-- Suppressed telephone numbers are compared without separators (foundation/phone-number.ts). Those that an earlier version stored with
-- separators lose them; of several spellings of one number, the oldest suppression stays.
with spelled as (
  select environment_id, id,
    case when address ~ '\+' then '+' else '' end || regexp_replace(
      regexp_replace(address, '^tel:|;.*$|\(0\)', '', 'g'), '[^0-9]', '', 'g') as plain
  from suppressions
  where channel = 'sms' and address !~ '^\+?[0-9]+$'
    and (address ~ '^(tel:)?[^0-9+a-z@]*\+[^a-z@]*(;.*)?$' or address ~ '^(tel:)?[^a-z@;]*[0-9][^a-z@;]*$')
), kept as (
  select distinct on (environment_id, plain) environment_id, id, plain from spelled s
  where not exists (select from suppressions x
    where x.environment_id = s.environment_id and x.channel = 'sms' and x.address = s.plain)
  order by environment_id, plain, id
), renamed as (
  update suppressions x set address = k.plain from kept k
  where x.environment_id = k.environment_id and x.id = k.id
)
delete from suppressions x using spelled s
where x.environment_id = s.environment_id and x.id = s.id
  and not exists (select from kept k where k.environment_id = s.environment_id and k.id = s.id);
