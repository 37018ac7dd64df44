import type { AccountStorage, StorageClaim, StorageLimits } from '@libs/accounts';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../connection/account-scope';
import { rowsOf } from '../connection/array-rows';
import { poolOf } from '../connection/data-source';
import type { NamedStatementClient } from '../connection/named-statement-client';
import { UNRECORDED } from '../connection/settings';
import { asWorker } from '../events/as-publisher';
import {
  ADD_ACCOUNTS,
  COUNT,
  LIST_FULL,
  MARK_FULL,
  READ,
  REMOVE,
  SET_COUNTED,
  TAKE_DUE,
} from './storage.sql';

/** Counting an account with millions of items takes seconds. Ends before the claim does. */
const COUNT_TIMEOUT = `SET LOCAL statement_timeout = '9min'`;

/** How much accounts have stored, and which have reached their limit (storage.md 2, storage.md 3). */
export class PostgresAccountStorage implements AccountStorage {
  private readonly scope: AccountScope;

  constructor(private readonly dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  /** Adds the new accounts, so that they are counted. */
  async addAccounts(): Promise<void> {
    await this.run(ADD_ACCOUNTS, []);
  }

  /** Claims the account to count next, for 10 minutes; null if none is due. */
  async takeDue(): Promise<StorageClaim | null> {
    return (await this.run<StorageClaim>(TAKE_DUE, []))[0] ?? null;
  }

  /** @param stop ends the count, so that the service can stop */
  async count({ accountId, added }: StorageClaim, stop?: AbortSignal): Promise<void> {
    const bytes = await this.scope.transaction(
      accountId,
      async (client) => {
        await client.query(COUNT_TIMEOUT);
        stop?.throwIfAborted();
        const abandon = () => (client as unknown as NamedStatementClient).abandon();
        stop?.addEventListener('abort', abandon);
        try {
          return (await client.query<{ bytes: string }>(COUNT)).rows[0]!.bytes;
        } finally {
          stop?.removeEventListener('abort', abandon);
        }
      },
      { isLong: true },
    );
    await this.run(SET_COUNTED, [accountId, bytes, added]);
  }

  /** Marks the accounts that have reached their limit, and returns the IDs of the new ones. Unmarks those below it. */
  async mark({ free, pro }: StorageLimits): Promise<readonly string[]> {
    const rows = await this.run<{ account_id: string; now_full: boolean }>(MARK_FULL, [free, pro]);
    return rows.filter(({ now_full: isFull }) => isFull).map(({ account_id: id }) => id);
  }

  /** Returns the IDs of the marked accounts. */
  async listFull(): Promise<readonly string[]> {
    return (await this.run<{ account_id: string }>(LIST_FULL, [])).map(({ account_id: id }) => id);
  }

  async read(accountId: string): Promise<number> {
    const { rows } = await this.scope.query<[bytes: string]>(accountId, rowsOf(READ, [accountId]));
    return Number(rows[0]?.[0] ?? 0);
  }

  async removeAll(accountId: string): Promise<void> {
    await this.scope.query(accountId, { text: REMOVE, values: [accountId] }, UNRECORDED);
  }

  private async run<R extends object>(text: string, values: readonly unknown[]): Promise<readonly R[]> {
    return asWorker(
      poolOf(this.dataSource),
      async (client) => (await client.query<R>(text, values as unknown[])).rows,
    );
  }
}
