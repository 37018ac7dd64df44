import type { ImportCounts, ImportEntry, ImportRepository } from '@libs/feedback';
import { isUuid, type Actor, type Instant, type SecurityEvent } from '@libs/kernel';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';
import { repeatedAfterDeadlock } from '../../connection/transaction';
import { UNRECORDED } from '../../connection/settings';
import { insertEvent } from '../../security-log/record-event';
import { countsItself } from './feedback-import.sql';
import { lockItems } from './lock-items';
import { countRequestsStatement, recountStatement, undoRequestsStatement } from './import-requests.sql';
import {
  countImportStatement,
  finishUndoStatement,
  listImportsStatement,
  undoChunkStatement,
  type ImportRow,
} from './import-undo.sql';

/** Lists and undoes imports in PostgreSQL. */
export class PostgresImportRepository implements ImportRepository {
  private readonly scope: AccountScope;

  /** @param chunk number of items that one statement deletes */
  constructor(
    dataSource: DataSource,
    private readonly chunk = 5_000,
  ) {
    this.scope = new AccountScope(dataSource);
  }

  async list(accountId: string, end: Instant, limit: number): Promise<readonly ImportEntry[]> {
    const statement = listImportsStatement(accountId, end, limit);
    const { rows } = await this.scope.query<ImportRow>(accountId, statement);
    return rows.map(([id, createdAt, created, requests]) => ({ id, createdAt, created, requests }));
  }

  async count(accountId: string, importId: string): Promise<Omit<ImportCounts, 'requests'>> {
    if (!isUuid(importId)) return { items: 0, changed: 0 };
    const statement = countImportStatement(accountId, importId);
    const { rows } = await this.scope.query<[items: string, changed: string]>(accountId, statement);
    const [items, changed] = rows[0]!;
    return { items: Number(items), changed: Number(changed) };
  }

  async countRequests(accountId: string, importId: string): Promise<number> {
    if (!isUuid(importId)) return 0;
    const { rows } = await this.scope.query<[number]>(accountId, countRequestsStatement(accountId, importId));
    return rows[0]![0];
  }

  async undoRequests(accountId: string, importId: string, event?: SecurityEvent): Promise<number> {
    if (!isUuid(importId)) return 0;
    const chunk = undoRequestsStatement(accountId, importId, this.chunk);
    const removeChunk = async (client: PoolClient) => {
      await client.query(countsItself(true));
      const { rows } = await client.query<[itemId: string]>(chunk);
      const itemIds = [...new Set(rows.map(([id]) => id))];
      await lockItems(client, accountId, itemIds);
      await client.query(recountStatement(accountId, itemIds));
      return rows.length;
    };
    return this.inChunks(accountId, removeChunk, UNRECORDED, event);
  }

  async undo(
    accountId: string,
    importId: string,
    withChanged: boolean,
    by: Actor,
    event?: SecurityEvent,
  ): Promise<number> {
    if (!isUuid(importId)) return 0;
    const chunk = undoChunkStatement(accountId, importId, withChanged, this.chunk);
    const deleteChunk = async (client: PoolClient) => (await client.query(chunk)).rowCount ?? 0;
    const removed = await this.inChunks(accountId, deleteChunk, by, event);
    await this.scope.query(accountId, finishUndoStatement(accountId, importId));
    return removed;
  }

  private async inChunks(
    accountId: string,
    deleteChunk: (client: PoolClient) => Promise<number>,
    by: Actor | typeof UNRECORDED,
    event: SecurityEvent | undefined,
  ): Promise<number> {
    const removeChunk = (first: SecurityEvent | undefined) => {
      const remove = async (client: PoolClient) => {
        const count = await deleteChunk(client);
        if (count > 0 && first) await client.query(insertEvent(first));
        return count;
      };
      return repeatedAfterDeadlock(() => this.scope.transaction(accountId, remove, { by }));
    };
    let removed = 0;
    for (let count = 1; count > 0; removed += count) {
      count = await removeChunk(removed === 0 ? event : undefined);
    }
    return removed;
  }
}
