import type { OutboxMessage } from '@libs/accounts';
import {
  alreadySent,
  STEP_SIZE,
  statusMessageNotFound,
  type Audience,
  type ComposeStatusUpdate,
  type Notice,
  type PublicCard,
  type Status,
  type StatusMessage,
  type StatusMessageRepository,
  type StatusMessageState,
} from '@libs/feedback';
import { isUuid, type Actor, type Instant } from '@libs/kernel';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { insertMail } from '../../accounts/mail/queue-mail';
import { AccountScope } from '../../connection/account-scope';
import { rowsOf, rowsPlannedFor } from '../../connection/array-rows';
import { poolOf } from '../../connection/data-source';
import { deleteInChunks } from '../../connection/delete-in-chunks';
import { repeatedAfterDeadlock } from '../../connection/transaction';
import { asPublisher } from '../../events/as-publisher';
import { FOLLOWER_COLUMNS, followerOf, topicOf, type FollowerRow } from '../follower.sql';
import { holdMessages } from '../../feedback/status-messages/hold-messages';
import {
  ADVANCE,
  AUDIENCE,
  CANCEL,
  DUE,
  END,
  ITEM,
  LIST,
  LIST_ALL,
  LIST_HELD,
  LOCK_DUE,
  LOCK_PEOPLE,
  messageOf,
  NEXT_PEOPLE,
  PEOPLE_OF,
  REMOVE_ORPHANS,
  SETTLE,
  STATUS_OF,
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
    const { rows } = await this.scope.query<[string | null, number]>(accountId, statement);
    const languages = rows.map(([language, recipients]) => ({ language, recipients }));
    return { recipients: languages.reduce((sum, { recipients }) => sum + recipients, 0), languages };
  }

  async due(now: Date, limit: number): Promise<readonly { accountId: string; id: string }[]> {
    const { rows } = await asPublisher(poolOf(this.dataSource), (client) =>
      client.query<[accountId: string, id: string]>(rowsOf(DUE, [now, limit])),
    );
    return rows.map(([accountId, id]) => ({ accountId, id }));
  }

  step(accountId: string, id: string, now: Date, compose: ComposeStatusUpdate | null): Promise<boolean> {
    return this.write(accountId, async (client) => {
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

interface DueRow {
  readonly state: 'held' | 'sending';
  readonly previous_status: Status;
  readonly status: Status | null;
  readonly message: string | null;
  readonly feedback_id: string | null;
  readonly last_follower: string | null;
}

interface ItemRow {
  readonly status: Status;
  readonly public: PublicCard | null;
}

interface StepOf {
  readonly accountId: string;
  readonly id: string;
  readonly now: Date;
}

/** Returns whether steps remain. The row of the message is locked. */
async function advance(
  client: PoolClient,
  { accountId, id, now }: StepOf,
  due: DueRow,
  compose: ComposeStatusUpdate | null,
): Promise<boolean> {
  const end = async (state: StatusMessageState) => {
    await client.query(END, [accountId, id, state, state === 'sent' ? now : null]);
    return false;
  };
  const { rows: items } = await client.query<ItemRow>(STATUS_OF, [accountId, due.feedback_id]);
  const [item] = items;
  if (!item || !compose) return end(due.state === 'held' ? 'cancelled' : 'sent');
  if (due.state === 'held' && item.status === due.previous_status) return end('unchanged');
  const status = due.status ?? item.status;
  const itemId = due.feedback_id!;
  const { ids, people } = await lockedPeople(client, accountId, itemId, due.last_follower);
  const mail = people.map((row) => {
    const follower = followerOf(accountId, row);
    const told = { item: { id: itemId, public: item.public }, status, message: due.message, follower };
    const composed = compose({ ...told, ownTitle: row.own_title }) as OutboxMessage;
    return { ...composed, topic: topicOf(follower.id), about: id };
  });
  if (mail.length > 0) await client.query(insertMail(mail));
  const hasMore = ids.length === STEP_SIZE;
  const [state, sentAt] = hasMore ? ['sending', null] : ['sent', now];
  await client.query(ADVANCE, [accountId, id, state, status, ids.at(-1) ?? null, people.length, sentAt]);
  return hasMore;
}

type PersonRow = FollowerRow & { readonly own_title: string | null };

/**
 * The next followers, and those of them who still want messages. These are read after they are locked: a change that
 * ends messages either is seen here, or waits and drops those that are added.
 */
async function lockedPeople(
  client: PoolClient,
  accountId: string,
  itemId: string,
  after: string | null,
): Promise<{ readonly ids: readonly string[]; readonly people: readonly PersonRow[] }> {
  const next = await client.query<{ id: string }>(NEXT_PEOPLE, [accountId, itemId, after]);
  const ids = next.rows.map(({ id }) => id);
  await client.query(LOCK_PEOPLE, [accountId, ids]);
  const people = await client.query<PersonRow>(PEOPLE_OF(FOLLOWER_COLUMNS), [accountId, itemId, ids]);
  return { ids, people: people.rows };
}
