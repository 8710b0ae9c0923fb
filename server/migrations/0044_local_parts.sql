-- Finds a whole address, or the end of the part before its @ and what follows, with a few pages of this index, whatever the
-- number of subscribers: the lists of letters of subscribers_by_words grow with it. The part is reversed, because a search
-- may leave out its start, and at most 32 characters of it are stored: 80 bytes a subscriber. Addresses with several @ are rare, and
-- an index of their own has them. Both are built in 2.5 s for a million subscribers, while writes to them wait.
set local statement_timeout = 0;

create index subscribers_by_local_part
  on subscribers (environment_id, left(reverse(split_part(email, '@', 1)), 32) text_pattern_ops)
  where email like '%@%';
create index subscribers_by_several_at on subscribers (environment_id) where email like '%@%@%';
