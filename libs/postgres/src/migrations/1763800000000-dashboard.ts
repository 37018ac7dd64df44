import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Dashboard1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE accounts
        ADD COLUMN form_heading varchar(100),
        ADD COLUMN form_introduction varchar(1000),
        ADD COLUMN form_thanks varchar(1000),
        ADD COLUMN form_accent text,
        ADD COLUMN form_email_field text NOT NULL DEFAULT 'optional',
        ADD CONSTRAINT accounts_form_accent_form CHECK (form_accent ~ '^#[0-9a-f]{6}$'),
        ADD CONSTRAINT accounts_form_email_field_known CHECK (form_email_field IN ('hidden', 'optional', 'required'))`);
    await runner.query(`ALTER TABLE accounts ALTER COLUMN form_email_field DROP DEFAULT`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['heading', 'introduction', 'thanks', 'accent', 'email_field'])
      await runner.query(`ALTER TABLE accounts DROP COLUMN form_${column}`);
  }
}
