import {
  subscribing,
  type ComposeMessage,
  type FollowedItem,
  type Follower,
  type FollowerEntry,
  type FollowerRepository,
  type NewFollow,
  type SentTexts,
  type SubmittedFeedback,
} from '@libs/feedback';
import { isUuid, type Actor, type Instant } from '@libs/kernel';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../connection/account-scope';
import { deleteInChunks } from '../connection/delete-in-chunks';
import { repeatedAfterDeadlock } from '../connection/transaction';
import { insertStatement, uniqueExternalId } from '../feedback/items/feedback.sql';
import {
  changedValues,
  DROP_ENTRY_MESSAGES,
  DROP_MESSAGES,
  DROP_STATUS_UPDATES,
  entryOf,
  FIND,
  FIND_BY_EMAIL,
  followerOf,
  HOLD_ITEM,
  LIST_ALL,
  LIST_ITEMS,
  REMOVE,
  REMOVE_UNUSED,
  SET_STOPPED,
  topicOf,
  UPDATE,
  type EntryRow,
  type FollowerRow,
} from './follower.sql';
import { DROP_OF_STOPPED } from '../feedback/changelog/entry-message.sql';
import { SENT_TEXTS } from '../feedback/status-messages/sent-texts.sql';
import { addMessage, followItem, lockedFollower, upsertFollower } from './locked-follower';

/** Followers in PostgreSQL. A writer locks the row first, so that messages are counted. */
export class PostgresFollowerRepository implements FollowerRepository {
  private readonly scope: AccountScope;

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async addItem(
    item: SubmittedFeedback,
    by: Actor,
    follow: NewFollow,
    compose: ComposeMessage,
  ): Promise<void> {
    const { accountId } = item;
    const work = async (client: PoolClient) => {
      await client.query(insertStatement(item));
      await followItem(client, item, follow, compose);
    };
    await uniqueExternalId(repeatedAfterDeadlock(() => this.scope.transaction(accountId, work, { by })));
  }

  async follow(
    accountId: string,
    itemId: string,
    follow: NewFollow,
    compose: ComposeMessage,
  ): Promise<Follower | null> {
    if (!isUuid(itemId)) return null;
    return this.write(accountId, async (client) => {
      const { rowCount } = await client.query(HOLD_ITEM, [accountId, itemId]);
      return rowCount === 1 ? followItem(client, { accountId, id: itemId }, follow, compose) : null;
    });
  }

  async find(accountId: string, id: string): Promise<Follower | null> {
    return isUuid(id) ? this.read(accountId, FIND, id) : null;
  }

  findByEmail(accountId: string, email: string): Promise<Follower | null> {
    return this.read(accountId, FIND_BY_EMAIL, email);
  }

  async addMessage(accountId: string, email: string, now: Date, compose: ComposeMessage): Promise<void> {
    await this.write(accountId, async (client) => {
      const follower = await lockedFollower(client, accountId, FIND_BY_EMAIL, email);
      if (follower) await addMessage(client, follower, now, compose);
    });
  }

  async askToSubscribe(accountId: string, follow: NewFollow, compose: ComposeMessage): Promise<void> {
    await this.write(accountId, async (client) => {
      const known =
        (await lockedFollower(client, accountId, FIND_BY_EMAIL, follow.email)) ??
        (await upsertFollower(client, accountId, follow));
      const asking = subscribing(known, follow.at);
      if (asking === known) return;
      await client.query(UPDATE, changedValues(asking));
      await addMessage(client, asking, new Date(follow.at), compose);
    });
  }

  async change(
    accountId: string,
    id: string,
    change: (current: Follower) => Follower,
  ): Promise<Follower | null> {
    if (!isUuid(id)) return null;
    return this.write(accountId, async (client) => {
      const current = await lockedFollower(client, accountId, FIND, id);
      if (!current) return null;
      const next = change(current);
      await client.query(UPDATE, changedValues(next));
      if (next.no_mail_at !== null) await client.query(DROP_MESSAGES, [topicOf(id), accountId]);
      else if (current.changelog_at !== null && next.changelog_at === null)
        await client.query(DROP_ENTRY_MESSAGES, [accountId, topicOf(id)]);
      return next;
    });
  }

  async setStopped(
    accountId: string,
    id: string,
    itemId: string,
    { at, now }: { readonly at: Instant | null; readonly now: Instant },
  ): Promise<void> {
    if (!isUuid(id) || !isUuid(itemId)) return;
    await this.write(accountId, async (client) => {
      const { rowCount } = await client.query(HOLD_ITEM, [accountId, itemId]);
      if (rowCount !== 1 || !(await lockedFollower(client, accountId, FIND, id))) return;
      await client.query(SET_STOPPED, [accountId, id, itemId, now, at]);
      if (at === null) return;
      await client.query(DROP_STATUS_UPDATES, [accountId, topicOf(id), itemId]);
      await client.query(DROP_OF_STOPPED, [accountId, id, topicOf(id), itemId]);
    });
  }

  async removeUnused(accountId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    return this.write(accountId, async (client) => {
      if (!(await lockedFollower(client, accountId, FIND, id))) return false;
      const { rowCount } = await client.query(REMOVE_UNUSED, [accountId, [id]]);
      if (rowCount === 0) return false;
      await client.query(DROP_MESSAGES, [topicOf(id), accountId]);
      return true;
    });
  }

  async listItems(accountId: string, id: string, limit: number): Promise<readonly FollowedItem[]> {
    if (!isUuid(id)) return [];
    const statement = { text: LIST_ITEMS, values: [accountId, id, limit] };
    const rows = (await this.scope.query(accountId, statement)).rows as FollowedRow[];
    return rows.map(({ item_id, created_at, stopped_at }) => ({
      feedback_id: item_id,
      created_at: created_at.toISOString(),
      stopped_at: stopped_at && stopped_at.toISOString(),
    }));
  }

  async sentTexts(accountId: string, itemIds: readonly string[]): Promise<ReadonlyMap<string, SentTexts>> {
    const statement = { text: SENT_TEXTS, values: [accountId, itemIds.filter(isUuid)] };
    const rows = (await this.scope.query(accountId, statement)).rows as (SentTexts & { id: string })[];
    return new Map(rows.map(({ id, title, description }) => [id, { title, description }]));
  }

  async removeByEmail(accountId: string, email: string): Promise<boolean> {
    return this.write(accountId, async (client) => {
      const { rows } = await client.query<{ id: string }>(REMOVE, [accountId, email]);
      for (const { id } of rows) await client.query(DROP_MESSAGES, [topicOf(id), accountId]);
      return rows.length > 0;
    });
  }

  async listAll(accountId: string, after: string | null, limit: number): Promise<readonly FollowerEntry[]> {
    const statement = { text: LIST_ALL, values: [accountId, after, limit] };
    const { rows } = await this.scope.query(accountId, statement);
    return (rows as EntryRow[]).map((row) => entryOf(accountId, row));
  }

  async removeAll(accountId: string): Promise<void> {
    await deleteInChunks(this.scope, accountId, 'waiting_votes');
    await deleteInChunks(this.scope, accountId, 'followed_items');
    await deleteInChunks(this.scope, accountId, 'followers', 'id');
  }

  private async read(accountId: string, text: string, key: string): Promise<Follower | null> {
    const { rows } = await this.scope.query(accountId, { text, values: [accountId, key] });
    const [row] = rows as FollowerRow[];
    return row ? followerOf(accountId, row) : null;
  }

  private write<T>(accountId: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return repeatedAfterDeadlock(() => this.scope.transaction(accountId, work));
  }
}

interface FollowedRow {
  readonly item_id: string;
  readonly created_at: Date;
  readonly stopped_at: Date | null;
}
