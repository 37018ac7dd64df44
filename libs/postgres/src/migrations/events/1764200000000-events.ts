import type { MigrationInterface, QueryRunner } from 'typeorm';

const IS_PUBLISHER = `current_setting('app.publishes', true) = 'on'`;

/**
 * The event log: published changes, with the columns of `feedback_changes` (docs/architecture/adr/0021-events.md).
 * `position` is the order of all events, and about the microsecond at which an event was published. So partitions are
 * ranges of time, and old ones are dropped.
 */
export class Events1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE events (
        position bigint NOT NULL,
        account_id uuid NOT NULL,
        id uuid NOT NULL,
        type text NOT NULL,
        at timestamptz(3) NOT NULL,
        actor text NOT NULL,
        item_id uuid,
        item json NOT NULL,
        previous json,
        CONSTRAINT events_pkey PRIMARY KEY (account_id, position)
      ) PARTITION BY RANGE (position)`);
    await runner.query(`CREATE INDEX events_item ON events (account_id, item_id) WHERE item_id IS NOT NULL`);
    await runner.query(`ALTER TABLE events ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE events FORCE ROW LEVEL SECURITY`);
    await runner.query(`
      CREATE POLICY events_account ON events
      USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid)`);
    await runner.query(`CREATE POLICY events_publisher ON events USING (${IS_PUBLISHER})`);
    // One row. `last`: position of the last event. `dropped`: of the last one whose retention period has ended.
    await runner.query(`
      CREATE TABLE event_positions (
        is_only boolean NOT NULL DEFAULT true CHECK (is_only),
        last bigint NOT NULL,
        dropped bigint NOT NULL,
        CONSTRAINT event_positions_pkey PRIMARY KEY (is_only)
      )`);
    await runner.query(`INSERT INTO event_positions (last, dropped) VALUES (0, 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE event_positions, events`);
  }
}
