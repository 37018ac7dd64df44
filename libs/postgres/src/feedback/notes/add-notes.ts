import type { AddedNote } from '@libs/feedback';
import { isUuid } from '@libs/kernel';
import { rowsOf } from '../../connection/array-rows';
import { textOf } from '../../connection/scoped-query';
import { MENTION_DUE_AT, RECENT_MENTIONS } from '../../notifications/notification.sql';
import { addBytes } from '../../storage/storage.sql';
import type { SendStatement } from '../idempotency/run-once';

/** Locks the item, so that its deletion waits: it then finds the notes. Returns a row for each note. */
const ADD = `
  WITH added AS (
    INSERT INTO feedback_notes (account_id, item_id, author, id, text, author_name, created_at)
    SELECT $1, item.id, $3, note.*
    FROM (SELECT id FROM feedback WHERE account_id = $1 AND id = $2 FOR KEY SHARE) AS item,
      unnest($4::uuid[], $5::text[], $6::text[], $7::timestamptz[]) AS note
    RETURNING text
  ), stored AS (
    ${addBytes('SELECT $1, sum(octet_length(text)) FROM added HAVING count(*) > 0')}
  )
  SELECT FROM added`;

const MENTION = `
  INSERT INTO notifications (account_id, person_id, id, kind, is_merged, item_id, subject, created_at, mail_due_at)
  SELECT $1, person_id, $3, 'mentioned', false, $2, $4, $5, ${MENTION_DUE_AT}
  FROM unnest($6::uuid[]) AS person (person_id)
  LEFT JOIN (SELECT * FROM notification_settings WHERE account_id = $1) settings USING (person_id) ${RECENT_MENTIONS}`;

/** Adds notes as `NoteRepository.add`. Must run in a transaction if they mention someone. */
export async function addNotes(send: SendStatement, notes: readonly AddedNote[]): Promise<boolean> {
  const { accountId, itemId, author } = notes[0]!.note;
  if (!isUuid(itemId)) return false;
  const lists = (['id', 'text', 'authorName', 'createdAt'] as const).map((name) =>
    notes.map(({ note }) => note[name]),
  );
  const { rowCount } = await send(rowsOf(ADD, [accountId, itemId, textOf(author), ...lists]));
  if (rowCount !== notes.length) return false;
  for (const { note, mentioned } of notes) {
    if (mentioned.length === 0) continue;
    const subject = JSON.stringify({ note_id: note.id, by: author });
    await send(rowsOf(MENTION, [accountId, itemId, note.id, subject, note.createdAt, mentioned]));
  }
  return true;
}
