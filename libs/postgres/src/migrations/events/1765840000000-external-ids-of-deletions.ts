import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ITEM_FUNCTIONS } from '../../schema/functions';

/** Deletions are recorded with the external ID of the item (events.md 1). */
export class ExternalIdsOfDeletions1765840000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const definition of ITEM_FUNCTIONS) await runner.query(definition);
  }

  /** Earlier releases ignore what else a deletion has. */
  async down(): Promise<void> {}
}
