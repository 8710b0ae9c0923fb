import type pg from "pg";

/**
 * The product keeps no trace of a message that waited for a place at a busy provider, because thousands may wait. A trigger in the
 * database therefore records each job that its worker returned to the queue for so long that the next steps begin beside it
 * (`server/src/delivery/settle/next-steps.ts`): for a retry, an open breaker or a place.
 */
export async function recordPutOffs(client: pg.Client): Promise<void> {
  await client.query(`
    create schema harness;
    create table harness.put_offs (environment_id text, notification_id text, position smallint);
    create index on harness.put_offs (environment_id, notification_id);
    create function harness.record_put_off() returns trigger language plpgsql as $$ begin
      insert into harness.put_offs values (new.environment_id, new.notification_id, new.position);
      return null;
    end $$;
    create trigger record_put_off after update on jobs for each row
      when (new.status = 'running' and old.unfinished_claims > 0 and new.unfinished_claims = 0
        and new.due_at >= new.updated_at + interval '1 second')
      execute function harness.record_put_off();`);
}
