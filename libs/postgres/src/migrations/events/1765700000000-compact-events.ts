import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/** Positions are about microseconds. */
const HOUR = 3_600_000_000;

/**
 * Events that refer to an earlier one for values of the item. Instances of the release before return them without these,
 * so the first ones are written an hour later, when a rolling update has ended.
 */
export class CompactEvents1765700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, `ALTER TABLE events ADD COLUMN base_position bigint`);
    await runner.query(`ALTER TABLE event_positions ADD COLUMN compact_from bigint NOT NULL DEFAULT 0`);
    await runner.query(`
      UPDATE event_positions SET compact_from = extract(epoch FROM clock_timestamp()) * 1000000 + ${HOUR}
      WHERE EXISTS (SELECT FROM accounts)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE event_positions DROP COLUMN compact_from`);
    await runner.query(`ALTER TABLE events DROP COLUMN base_position`);
  }
}
