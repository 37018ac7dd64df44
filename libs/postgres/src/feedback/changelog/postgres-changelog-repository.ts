import {
  changedEntry,
  ENTRIES_MAX,
  feedbackNotFound,
  hasSameItems,
  tooManyEntries,
  type ChangelogEntry,
  type ChangelogRepository,
  type EntriesQuery,
  type EntryChange,
  type EntryRevision,
  type ShownEntriesQuery,
  type ShownEntry,
} from '@libs/feedback';
import { isUuid } from '@libs/kernel';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';
import { deleteInChunks } from '../../connection/delete-in-chunks';
import { repeatedAfterDeadlock } from '../../connection/transaction';
import { rowsPlannedFor } from '../../connection/array-rows';
import { ADD_BYTES } from '../../storage/storage.sql';
import {
  COUNT,
  entryOf,
  findShownStatement,
  findStatement,
  findUsedStatement,
  insertItemsStatement,
  insertStatement,
  listAboutStatement,
  listShownStatement,
  listStatement,
  LOCK_ADDITIONS,
  lockItemsStatement,
  lockStatement,
  REMOVE_ITEMS,
  removeStatement,
  shownOf,
  updateStatement,
  type EntryRow,
  type ShownRow,
} from './changelog.sql';
import { changeMessage } from './change-message';
import { AUDIENCE } from './entry-message.sql';

/** Changelog entries in PostgreSQL. A foreign key takes deleted items out of them. */
export class PostgresChangelogRepository implements ChangelogRepository {
  private readonly scope: AccountScope;

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async add(entry: ChangelogEntry): Promise<void> {
    const { accountId } = entry;
    await this.transaction(accountId, async (client) => {
      await client.query(LOCK_ADDITIONS, [accountId]);
      const { rows } = await client.query<{ count: number }>(COUNT, [accountId]);
      if (rows[0]!.count >= ENTRIES_MAX) throw tooManyEntries();
      await lockItems(client, entry);
      await client.query(insertStatement(entry));
      await client.query(insertItemsStatement(entry));
      await countBytes(client, entry);
    });
  }

  async find(accountId: string, id: string): Promise<ChangelogEntry | null> {
    if (!isUuid(id)) return null;
    const { rows } = await this.scope.query<EntryRow>(accountId, findStatement(accountId, id));
    return rows[0] ? entryOf(accountId, rows[0]) : null;
  }

  async list(accountId: string, query: EntriesQuery): Promise<readonly ChangelogEntry[]> {
    const { rows } = await this.scope.query<EntryRow>(accountId, listStatement(accountId, query));
    return rows.map((row) => entryOf(accountId, row));
  }

  async revise(
    accountId: string,
    id: string,
    change: EntryChange,
    revision: EntryRevision,
  ): Promise<ChangelogEntry | null> {
    if (!isUuid(id)) return null;
    return this.transaction(accountId, async (client) => {
      await client.query(lockStatement(accountId, id));
      const current = await lockedEntry(client, accountId, id);
      if (!current) return null;
      const next = changedEntry(current, change, revision.at);
      if (next !== current) await storeChange(client, current, next);
      if (!(await changeMessage(client, next, change, revision))) return next;
      return lockedEntry(client, accountId, id);
    });
  }

  async audience(accountId: string, itemIds: readonly string[], shipsItems: boolean): Promise<number> {
    const statement = rowsPlannedFor(AUDIENCE, [accountId, itemIds.filter(isUuid), shipsItems]);
    const read = () => this.scope.query<[number]>(accountId, statement);
    return (await this.scope.slowReads.run(accountId, read)).rows[0]![0];
  }

  async remove(accountId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    return (await this.scope.query(accountId, removeStatement(accountId, id))).rowCount === 1;
  }

  async findUsed(accountId: string, itemIds: readonly string[]): Promise<readonly string[]> {
    const statement = findUsedStatement(accountId, itemIds.filter(isUuid));
    return (await this.scope.query<[string]>(accountId, statement)).rows.map(([id]) => id);
  }

  async listShown(accountId: string, query: ShownEntriesQuery): Promise<readonly ShownEntry[]> {
    if (query.after !== undefined && !isUuid(query.after)) return [];
    const { rows } = await this.scope.query<ShownRow>(accountId, listShownStatement(accountId, query));
    return rows.map(shownOf);
  }

  async listAbout(
    accountId: string,
    itemId: string,
    limit: number,
  ): Promise<readonly Pick<ShownEntry, 'id' | 'title'>[]> {
    if (!isUuid(itemId)) return [];
    const statement = listAboutStatement(accountId, itemId, limit);
    const { rows } = await this.scope.query<[id: string, title: string]>(accountId, statement);
    return rows.map(([id, title]) => ({ id, title }));
  }

  async findShown(accountId: string, id: string): Promise<ShownEntry | null> {
    if (!isUuid(id)) return null;
    const { rows } = await this.scope.query<ShownRow>(accountId, findShownStatement(accountId, id));
    return rows[0] ? shownOf(rows[0]) : null;
  }

  async removeAll(accountId: string): Promise<void> {
    await deleteInChunks(this.scope, accountId, 'changelog_items');
    await deleteInChunks(this.scope, accountId, 'changelog_entries');
  }

  private transaction<T>(accountId: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return repeatedAfterDeadlock(() => this.scope.transaction(accountId, work));
  }
}

async function lockedEntry(
  client: PoolClient,
  accountId: string,
  id: string,
): Promise<ChangelogEntry | null> {
  const { rows } = await client.query<EntryRow>(findStatement(accountId, id));
  return rows[0] ? entryOf(accountId, rows[0]) : null;
}

async function storeChange(client: PoolClient, current: ChangelogEntry, next: ChangelogEntry): Promise<void> {
  if (!hasSameItems(current, next)) {
    await lockItems(client, next);
    await client.query(REMOVE_ITEMS, [next.accountId, next.id]);
    await client.query(insertItemsStatement(next));
  }
  await client.query(updateStatement(next));
  if (next.text !== current.text) await countBytes(client, next);
}

/** @throws DomainError `not_found` with every item that is not found */
async function lockItems(client: PoolClient, { accountId, items }: ChangelogEntry): Promise<void> {
  const { rows } = await client.query<[string]>(lockItemsStatement(accountId, items.filter(isUuid)));
  const found = new Set(rows.map(([id]) => id));
  const missing = items.flatMap((id, i) => (found.has(id) ? [] : [`items[${i}]`]));
  if (missing.length > 0) throw feedbackNotFound(missing);
}

/** Counts what was stored (storage.md 2). */
async function countBytes(client: PoolClient, { accountId, title, text }: ChangelogEntry): Promise<void> {
  await client.query(ADD_BYTES, [accountId, Buffer.byteLength(title + text)]);
}
