import type { MigrationInterface, QueryRunner } from 'typeorm';
import { TAG_AND_NOTE_FUNCTIONS, TAG_AND_NOTE_TRIGGERS } from '../../schema/functions';

/** Changes of tags, and notes, are events (events.md 1). */
export class EventsOfTagsAndNotes1765820000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const definition of TAG_AND_NOTE_FUNCTIONS) await runner.query(definition);
    for (const trigger of TAG_AND_NOTE_TRIGGERS) await runner.query(`CREATE TRIGGER ${trigger}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER tags_recorded ON tags');
    await runner.query('DROP TRIGGER notes_recorded ON feedback_notes');
    await runner.query('DROP FUNCTION record_tag, record_note');
  }
}
