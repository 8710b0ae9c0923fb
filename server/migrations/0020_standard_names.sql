-- The names that the code has: the number of claims without an outcome, the stored responses of idempotency keys, and the
-- last event of each digest key. Renaming changes only the catalog.
alter table jobs rename column claims to unfinished_claims;
alter table triggers rename column claims to unfinished_claims;

alter table kept_answers rename to stored_responses;
alter table stored_responses rename column answer_sealed to response_sealed;
alter index kept_answers_pkey rename to stored_responses_pkey;
alter index kept_answers_by_expiry rename to stored_responses_by_expiry;
alter index kept_answers_by_subscriber rename to stored_responses_by_subscriber;

alter table digest_marks rename to digest_last_events;
alter index digest_marks_by_key rename to digest_last_events_by_key;
alter index digest_marks_by_subscriber rename to digest_last_events_by_subscriber;
