import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from '../row-level-security';
import { withoutQueue } from '../without-queue';

/**
 * Messages about the status of items (docs/contract/status-messages.md). One whose item is deleted stays for a day, because it counts for the limit of its account. `asked`: how many recipients it
 * had when it was asked for; `recipients`: to how many it was sent.
 */
export class StatusMessages1766040000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(
      runner,
      `
      CREATE TABLE status_messages (
        account_id uuid NOT NULL,
        id uuid NOT NULL,
        feedback_id uuid,
        state text NOT NULL,
        previous_status text NOT NULL,
        status text,
        message text,
        actor text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        due_at timestamptz(3) NOT NULL,
        sent_at timestamptz(3),
        asked integer NOT NULL,
        recipients integer NOT NULL DEFAULT 0,
        last_follower uuid,
        delivered integer,
        refused integer,
        CONSTRAINT status_messages_pkey PRIMARY KEY (account_id, id),
        CONSTRAINT status_messages_item_fkey FOREIGN KEY (account_id, feedback_id)
          REFERENCES feedback (account_id, id) ON DELETE SET NULL (feedback_id)
      )`,
    );
    await runner.query(`
      CREATE UNIQUE INDEX status_messages_held ON status_messages (account_id, feedback_id) WHERE state = 'held'`);
    await runner.query(
      'CREATE INDEX status_messages_item ON status_messages (account_id, feedback_id, created_at)',
    );
    await runner.query('CREATE INDEX status_messages_recent ON status_messages (account_id, created_at)');
    await runner.query(`
      CREATE INDEX status_messages_due ON status_messages (due_at) WHERE state IN ('held', 'sending')`);
    await runner.query(`
      CREATE INDEX status_messages_unsettled ON status_messages (id) WHERE state = 'sent' AND delivered IS NULL`);
    await runner.query(`
      CREATE INDEX status_messages_orphans ON status_messages (created_at) WHERE feedback_id IS NULL`);
    await isolate(runner, ['status_messages'], 'publisher');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE status_messages');
  }
}
