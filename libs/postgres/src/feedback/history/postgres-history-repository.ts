import {
  CHANGEABLE,
  type FieldChanges,
  type HistoryEntry,
  type HistoryQuery,
  type HistoryRepository,
  type Source,
  type StoredEntry,
  type StoredHistory,
} from '@libs/feedback';
import { isUuid, type Instant } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';
import { rowsOf } from '../../connection/array-rows';
import { actorOf } from '../../events/recorded-change';

/** The item in each row, and an entry, if there is one. $3 the position before which to read, $4 the number of entries. */
const LIST = `
  SELECT item.created_at, source, entry.* FROM feedback item
  LEFT JOIN LATERAL (
    SELECT position, at, actor, kind, status_from, status_to, changes FROM feedback_history
    WHERE account_id = $1 AND item_id = $2 AND position < $3
    ORDER BY position DESC LIMIT $4
  ) entry ON true
  WHERE account_id = $1 AND id = $2
  ORDER BY position DESC`;

type EntryRow = [
  position: string | null,
  at: Instant,
  actor: string,
  kind: HistoryEntry['type'],
  from: string | null,
  to: string | null,
  changes: FieldChanges | null,
];
type Row = [created_at: Instant, source: Source, ...entry: EntryRow];

/** Reads the history that the publisher writes. */
export class PostgresHistoryRepository implements HistoryRepository {
  private readonly scope: AccountScope;

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async list(
    accountId: string,
    itemId: string,
    { before, limit }: HistoryQuery,
  ): Promise<StoredHistory | null> {
    if (!isUuid(itemId)) return null;
    const values = [accountId, itemId, before ?? Number.MAX_SAFE_INTEGER, limit + 1];
    const { rows } = await this.scope.query<Row>(accountId, rowsOf(LIST, values));
    if (!rows[0]) return null;
    const [created_at, source] = rows[0];
    const entries = rows.flatMap(([, , ...entry]) => (entry[0] === null ? [] : [entryOf(entry)]));
    return { item: { created_at, source }, entries };
  }
}

function entryOf([position, at, actor, kind, from, to, changes]: EntryRow): StoredEntry {
  const all: FieldChanges = { ...changes, ...(to !== null && { status: { from, to } }) };
  const names = CHANGEABLE.filter((name) => all[name]);
  return {
    position: Number(position),
    at,
    actor: actorOf(actor),
    type: kind,
    changes: Object.fromEntries(names.map((name) => [name, all[name]!])),
  };
}
