import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/** The language of an account's public pages (form.md 9). */
export class FormLanguage1765950000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, 'ALTER TABLE accounts ADD COLUMN form_language text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, 'ALTER TABLE accounts DROP COLUMN form_language');
  }
}
