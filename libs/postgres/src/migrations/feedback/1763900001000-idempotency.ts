import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A setting lets one transaction read the expired records of every account; see docs/architecture/adr/0013-idempotency.md. */
const HAS_ENDED = `created_at <= nullif(current_setting('app.ended_at', true), '')::timestamptz`;

export class Idempotency1763900001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.tables(runner);
    for (const table of ['idempotency_records', 'idempotency_items']) {
      await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
      await runner.query(`
        CREATE POLICY ${table}_account ON ${table}
        USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid)`);
    }
    await runner.query(`
      CREATE POLICY idempotency_records_ended ON idempotency_records USING (${HAS_ENDED}) WITH CHECK (false)`);
    await this.scrubbing(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER feedback_scrubs_answers ON feedback`);
    await runner.query(`DROP FUNCTION scrub_idempotent_answers`);
    await runner.query(`DROP TABLE idempotency_items, idempotency_records`);
  }

  private async tables(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_records (
        account_id uuid NOT NULL,
        client uuid NOT NULL,
        key varchar(255) NOT NULL,
        fingerprint text NOT NULL,
        answer text,
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT idempotency_records_pkey PRIMARY KEY (account_id, client, key)
      )`);
    await runner.query(`CREATE INDEX idempotency_records_created_at ON idempotency_records (created_at)`);
    await runner.query(`
      CREATE TABLE idempotency_items (
        account_id uuid NOT NULL,
        item_id uuid NOT NULL,
        client uuid NOT NULL,
        key varchar(255) NOT NULL,
        CONSTRAINT idempotency_items_pkey PRIMARY KEY (account_id, client, key, item_id),
        CONSTRAINT idempotency_items_record_fkey FOREIGN KEY (account_id, client, key)
          REFERENCES idempotency_records (account_id, client, key) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX idempotency_items_item ON idempotency_items (account_id, item_id)`);
  }

  /** Deleting an item clears the stored responses that contain it. Locks them in a fixed order to prevent deadlocks. */
  private async scrubbing(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION scrub_idempotent_answers() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        WITH told AS MATERIALIZED (
          SELECT record.account_id, record.client, record.key
          FROM idempotency_records record JOIN (
            SELECT DISTINCT item.account_id, item.client, item.key
            FROM removed JOIN idempotency_items item ON item.account_id = removed.account_id AND item.item_id = removed.id
          ) of_removed ON record.account_id = of_removed.account_id
            AND record.client = of_removed.client AND record.key = of_removed.key
          WHERE record.answer IS NOT NULL
          ORDER BY record.account_id, record.client, record.key
          FOR UPDATE OF record
        )
        UPDATE idempotency_records record SET answer = NULL FROM told
        WHERE record.account_id = told.account_id AND record.client = told.client AND record.key = told.key;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER feedback_scrubs_answers AFTER DELETE ON feedback REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION scrub_idempotent_answers()`);
  }
}
