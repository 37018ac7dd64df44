import {
  alreadySent,
  statusMessageNotFound,
  type Audience,
  type ComposeUpdates,
  type Notice,
  type StatusMessage,
  type StatusMessageRepository,
} from '@libs/feedback';
import { isUuid, type Actor, type Instant } from '@libs/kernel';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';
import { rowsOf, rowsPlannedFor } from '../../connection/array-rows';
import { poolOf } from '../../connection/data-source';
import { deleteInChunks } from '../../connection/delete-in-chunks';
import { repeatedAfterDeadlock } from '../../connection/transaction';
import { asPublisher } from '../../events/as-publisher';
import { advance, type DueRow } from './advance-message';
import { holdMessages } from '../../feedback/status-messages/hold-messages';
import {
  AUDIENCE,
  CANCEL,
  DUE,
  ITEM,
  LIST,
  LIST_ALL,
  LIST_HELD,
  LOCK,
  LOCK_DUE,
  messageOf,
  REMOVE_ORPHANS,
  SETTLE,
  STATE,
  UNSETTLED,
  type MessageRow,
} from '../../feedback/status-messages/status-message.sql';

/** Messages about status in PostgreSQL. */
export class PostgresStatusMessageRepository implements StatusMessageRepository {
  private readonly scope: AccountScope;

  constructor(private readonly dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async list(accountId: string, itemId: string, limit: number): Promise<readonly StatusMessage[] | null> {
    if (!isUuid(itemId)) return null;
    const messages = await this.read(accountId, LIST, [itemId, limit]);
    if (messages.length > 0) return messages;
    const { rowCount } = await this.scope.query(accountId, rowsOf(ITEM, [accountId, itemId]));
    return rowCount === 1 ? [] : null;
  }

  async hold(
    accountId: string,
    notices: readonly Notice[],
    by: Actor,
    at: Instant,
  ): Promise<readonly StatusMessage[]> {
    const known = notices.filter(({ feedback_id: id }) => isUuid(id));
    await this.write(accountId, (client) =>
      holdMessages((statement) => client.query(statement), accountId, known, { by, at }),
    );
    return this.read(accountId, LIST_HELD, [known.map(({ feedback_id: id }) => id)]);
  }

  async cancel(accountId: string, itemId: string, id: string): Promise<void> {
    if (!isUuid(itemId) || !isUuid(id)) throw statusMessageNotFound();
    const statement = rowsOf(CANCEL, [accountId, itemId, id]);
    const { rows } = await this.scope.query<[wasHeld: boolean]>(accountId, statement);
    if (!rows[0]) throw statusMessageNotFound();
    if (!rows[0][0]) throw alreadySent();
  }

  async audience(accountId: string, itemIds: readonly string[]): Promise<Audience> {
    const statement = rowsPlannedFor(AUDIENCE, [accountId, itemIds.filter(isUuid)]);
    const read = () => this.scope.query<[string | null, number]>(accountId, statement);
    const { rows } = await this.scope.slowReads.run(accountId, read);
    const languages = rows.map(([language, recipients]) => ({ language, recipients }));
    return { recipients: languages.reduce((sum, { recipients }) => sum + recipients, 0), languages };
  }

  async due(now: Date, limit: number): Promise<readonly { accountId: string; id: string }[]> {
    const { rows } = await asPublisher(poolOf(this.dataSource), (client) =>
      client.query<[accountId: string, id: string]>(rowsOf(DUE, [now, limit])),
    );
    return rows.map(([accountId, id]) => ({ accountId, id }));
  }

  step(accountId: string, id: string, now: Date, compose: ComposeUpdates | null): Promise<boolean> {
    return this.write(accountId, async (client) => {
      const { rows: known } = await client.query<Pick<DueRow, 'state'>>(STATE, [accountId, id]);
      // Before the row, as those who ask for messages do.
      if (known[0]?.state === 'held') await client.query(LOCK, [accountId]);
      const { rows } = await client.query<DueRow>(LOCK_DUE, [accountId, id, now]);
      return rows[0] ? advance(client, { accountId, id, now }, rows[0], compose) : false;
    });
  }

  settle(now: Date): Promise<number> {
    return asPublisher(poolOf(this.dataSource), async (client) => {
      await client.query(rowsOf(SETTLE, []));
      await client.query(rowsOf(REMOVE_ORPHANS, [now]));
      const { rows } = await client.query<[count: number]>(rowsOf(UNSETTLED, []));
      return rows[0]![0];
    });
  }

  listAll(accountId: string, after: string | null, limit: number): Promise<readonly StatusMessage[]> {
    return this.read(accountId, LIST_ALL, [after, limit]);
  }

  async removeAll(accountId: string): Promise<void> {
    await deleteInChunks(this.scope, accountId, 'status_messages', 'id');
  }

  private async read(accountId: string, text: string, values: unknown[]): Promise<readonly StatusMessage[]> {
    const statement = rowsPlannedFor(text, [accountId, ...values]);
    return (await this.scope.query<MessageRow>(accountId, statement)).rows.map(messageOf);
  }

  private write<T>(accountId: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return repeatedAfterDeadlock(() => this.scope.transaction(accountId, work));
  }
}
