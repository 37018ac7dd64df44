import type { AddedNote, Note, NotePlace, NoteRepository, NotesQuery } from '@libs/feedback';
import { isUuid, type Actor, type Instant } from '@libs/kernel';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';
import { rowsOf } from '../../connection/array-rows';
import { actorOf } from '../../events/recorded-change';
import { deleteInChunks } from '../../connection/delete-in-chunks';
import { addNotes } from './add-notes';

const COLUMNS = 'item_id, id, text, author, author_name, created_at';
type Row = [
  itemId: string,
  id: string,
  text: string,
  author: string,
  authorName: string | null,
  createdAt: Instant,
];

/** A row without a note for an item without notes. $3 the ID before which to read, or null; $4 the number of notes. */
const LIST = `
  SELECT note.* FROM feedback item
  LEFT JOIN LATERAL (
    SELECT ${COLUMNS} FROM feedback_notes
    WHERE account_id = $1 AND item_id = $2 AND ($3::uuid IS NULL OR id < $3)
    ORDER BY id DESC LIMIT $4
  ) note ON true
  WHERE item.account_id = $1 AND item.id = $2
  ORDER BY note.id DESC`;

const EXISTS = `EXISTS (SELECT FROM feedback item WHERE item.account_id = $1 AND item.id = item_id)`;
const REMOVE = `DELETE FROM feedback_notes WHERE account_id = $1 AND item_id = $2 AND id = $3 AND ${EXISTS}`;
const LIST_ALL = `
  SELECT ${COLUMNS} FROM feedback_notes
  WHERE account_id = $1 AND ($2::uuid IS NULL OR (item_id, id) > ($2, $3::uuid)) AND ${EXISTS}
  ORDER BY item_id, id LIMIT $4`;

/** Notes in PostgreSQL. One statement per operation, with the account in every WHERE. */
export class PostgresNoteRepository implements NoteRepository {
  private readonly scope: AccountScope;

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async add(notes: readonly AddedNote[]): Promise<boolean> {
    const { accountId, author } = notes[0]!.note;
    if (notes.every(({ mentioned }) => mentioned.length === 0))
      return addNotes((statement) => this.scope.query(accountId, statement, author), notes);
    const add = (client: PoolClient) => addNotes((statement) => client.query(statement), notes);
    return this.scope.transaction(accountId, add, { by: author });
  }

  async list(
    accountId: string,
    itemId: string,
    { limit, after }: NotesQuery,
  ): Promise<readonly Note[] | null> {
    if (!isUuid(itemId)) return null;
    const statement = rowsOf(LIST, [accountId, itemId, after ?? null, limit + 1]);
    const { rows } = await this.scope.query<Row>(accountId, statement);
    if (rows.length === 0) return null;
    return rows.filter(([id]) => id !== null).map((row) => noteOf(accountId, row));
  }

  async remove(accountId: string, itemId: string, id: string, by: Actor): Promise<boolean> {
    if (!isUuid(itemId) || !isUuid(id)) return false;
    const statement = rowsOf(REMOVE, [accountId, itemId, id]);
    return (await this.scope.query(accountId, statement, by)).rowCount === 1;
  }

  async listAll(accountId: string, after: NotePlace | null, limit: number): Promise<readonly Note[]> {
    const statement = rowsOf(LIST_ALL, [accountId, after?.itemId ?? null, after?.id ?? null, limit]);
    const { rows } = await this.scope.query<Row>(accountId, statement);
    return rows.map((row) => noteOf(accountId, row));
  }

  async removeAll(accountId: string): Promise<void> {
    await deleteInChunks(this.scope, accountId, 'feedback_notes');
  }
}

function noteOf(accountId: string, [itemId, id, text, author, authorName, createdAt]: Row): Note {
  return { accountId, itemId, id, text, author: actorOf(author), authorName, createdAt };
}
