import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages of all processes and accounts by minute, for a quota (mail.md 1). Empty without one. */
export class MailQuota1766000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mail_minutes (
        minute timestamptz(0) NOT NULL,
        count integer NOT NULL,
        CONSTRAINT mail_minutes_pkey PRIMARY KEY (minute)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mail_minutes');
  }
}
