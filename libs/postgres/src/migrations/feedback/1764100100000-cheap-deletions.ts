import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Clears the stored responses with items that the table `removed` contains. */
const SCRUB = `
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
  WHERE record.account_id = told.account_id AND record.client = told.client AND record.key = told.key;`;

/** Skips the search for stored responses with deleted items if no response contains one, which is the usual case. */
export class CheapDeletions1764100100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await define(
      runner,
      `IF EXISTS (
         SELECT FROM removed JOIN idempotency_items item
           ON item.account_id = removed.account_id AND item.item_id = removed.id
       ) THEN ${SCRUB} END IF;`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await define(runner, SCRUB);
  }
}

const define = (runner: QueryRunner, body: string) =>
  runner.query(`
    CREATE OR REPLACE FUNCTION scrub_idempotent_answers() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      ${body}
      RETURN NULL;
    END $$`);
