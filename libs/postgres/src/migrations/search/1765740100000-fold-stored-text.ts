import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Entries that a transaction reads. Each that it changes takes about a millisecond, and a write to it waits. */
const AT_ONCE = 2_000;

/**
 * Folds the text of entries with characters beyond ASCII, in parts. A process that stopped in between starts again, and
 * what is folded stays the same.
 */
export class FoldStoredText1765740100000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (let last: Key | undefined = FIRST; last;) last = await foldSome(runner, last);
  }

  async down(): Promise<void> {}
}

interface Key {
  readonly account_id: string;
  readonly id: string;
}

const LOWEST = '00000000-0000-0000-0000-000000000000';
const FIRST: Key = { account_id: LOWEST, id: LOWEST };

/** Returns the last key that it read, nothing at the end. A restore runs migrations in a transaction of its own. */
async function foldSome(runner: QueryRunner, after: Key): Promise<Key | undefined> {
  await runner.startTransaction();
  try {
    await runner.query(LOCK_INDEX);
    const [last] = (await runner.query(FOLD_SOME, [after.account_id, after.id])) as Key[];
    await runner.commitTransaction();
    return last;
  } catch (error) {
    await runner.rollbackTransaction().catch(() => {});
    throw error;
  }
}

/** Keeps instances from moving entries into the index meanwhile: an entry that moves would be skipped. */
const LOCK_INDEX = 'SELECT pg_advisory_xact_lock(4901178535)';

const FOLD_SOME = `
  WITH part AS MATERIALIZED (
    SELECT account_id, id FROM feedback_search WHERE (account_id, id) > ($1, $2) ORDER BY account_id, id LIMIT ${AT_ONCE}
  ), changed AS (
    UPDATE feedback_search entry
    SET text = searched_text(
      left(text, char_length(text) - char_length(coalesce(submitter_email, '')) - 1), submitter_email)
    FROM part WHERE entry.account_id = part.account_id AND entry.id = part.id
      AND octet_length(text) <> char_length(text) AND strpos(text, E'\\x1e') = 0
  )
  SELECT account_id, id FROM part ORDER BY account_id DESC, id DESC LIMIT 1`;
