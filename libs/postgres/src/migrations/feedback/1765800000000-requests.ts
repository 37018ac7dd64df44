import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ITEM_FUNCTIONS, REQUEST_FUNCTIONS, REQUEST_TRIGGERS } from '../../schema/functions';
import { isolate } from '../row-level-security';
import { withoutQueue } from '../without-queue';

/**
 * Who asks for an item (docs/contract/requests.md). With row-level security, no index of an expression can be used: `lower`
 * is not leakproof. So there are columns for what is compared.
 */
export class Requests1765800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(
      runner,
      `ALTER TABLE feedback ADD COLUMN request_value double precision NOT NULL DEFAULT 0`,
    );
    await runner.query(`CREATE INDEX feedback_account_value ON feedback (account_id, request_value, id)`);
    await runner.query(`
      CREATE TABLE feedback_requests (
        account_id uuid NOT NULL,
        feedback_id uuid NOT NULL,
        id uuid NOT NULL,
        email varchar(254),
        name varchar(100),
        company varchar(100),
        value numeric(12, 2),
        quote varchar(1000),
        link varchar(2048),
        count integer NOT NULL DEFAULT 1,
        source text NOT NULL,
        confirmed_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        import_id uuid,
        address text GENERATED ALWAYS AS (lower(email)) STORED,
        company_key text GENERATED ALWAYS AS (lower(company)) STORED,
        CONSTRAINT feedback_requests_pkey PRIMARY KEY (account_id, feedback_id, id)
      )`);
    await runner.query(`
      CREATE UNIQUE INDEX feedback_requests_address ON feedback_requests (account_id, feedback_id, address)
      WHERE address IS NOT NULL`);
    await runner.query(`
      CREATE INDEX feedback_requests_person ON feedback_requests (account_id, address) WHERE address IS NOT NULL`);
    await runner.query(`
      CREATE INDEX feedback_requests_company ON feedback_requests (account_id, feedback_id, company_key, value)
      WHERE company_key IS NOT NULL AND value IS NOT NULL`);
    await runner.query(`
      CREATE INDEX feedback_requests_import ON feedback_requests (account_id, import_id) WHERE import_id IS NOT NULL`);
    await withoutQueue(runner, `ALTER TABLE imports ADD COLUMN requests integer NOT NULL DEFAULT 0`);
    await isolate(runner, ['feedback_requests'], 'publisher');
    for (const definition of [...ITEM_FUNCTIONS, ...REQUEST_FUNCTIONS]) await runner.query(definition);
    for (const trigger of REQUEST_TRIGGERS) await runner.query(`CREATE TRIGGER ${trigger}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE feedback_requests');
    await runner.query('DROP FUNCTION request_totals, requests_added, requests_changed, requests_removed');
    await runner.query('ALTER TABLE feedback DROP COLUMN request_value');
    await runner.query('ALTER TABLE imports DROP COLUMN requests');
  }
}
