import type { OutboxMessage } from '@libs/accounts';
import {
  STEP_SIZE,
  type ComposeUpdates,
  type PublicCard,
  type Status,
  type StatusMessageState,
  type StoredMessage,
  type ToldEntry,
} from '@libs/feedback';
import type { PoolClient, QueryConfig } from 'pg';
import { insertMail } from '../../accounts/mail/queue-mail';
import { rowsOf } from '../../connection/array-rows';
import * as entrySql from '../../feedback/changelog/entry-message.sql';
import {
  ADVANCE,
  COUNT,
  END,
  IS_ABOVE_LIMIT,
  LOCK_PEOPLE,
  NEXT_PEOPLE,
  PEOPLE_OF,
  RECORD_TOLD,
  RECOUNT,
  STATUS_OF,
} from '../../feedback/status-messages/status-message.sql';
import { FOLLOWER_COLUMNS, followerOf, topicOf, type FollowerRow } from '../follower.sql';

export interface DueRow {
  readonly state: 'held' | 'sending';
  readonly previous_status: Status | null;
  readonly status: Status | null;
  readonly message: string | null;
  readonly feedback_id: string | null;
  /** The entry of the changelog that it is about instead of an item. */
  readonly entry_id: string | null;
  readonly last_follower: string | null;
}

interface ItemRow {
  readonly status: Status;
  readonly public: PublicCard | null;
}

type PersonRow = FollowerRow & { readonly own_title: string | null };

interface StepOf {
  readonly accountId: string;
  readonly id: string;
  readonly now: Date;
}

/** What a message is about, and who is told. */
interface Topic {
  /** Of the item, when the message is sent; null for an entry. */
  readonly status: Status | null;
  readonly isUnchanged: boolean;
  /** How many recipients there are, and who is next after the last one. */
  readonly count: QueryConfig;
  readonly next: QueryConfig;
  /** Those of some people who still want the message. */
  readonly wanting: (ids: readonly string[]) => QueryConfig;
  /** Records that people are told that an item is shipped; null for another status. */
  readonly recordOf: ((ids: readonly string[]) => QueryConfig) | null;
  readonly compose: (person: PersonRow) => StoredMessage;
}

/** Returns whether steps remain. The row of the message is locked, and the limit of the account if it is held. */
export async function advance(
  client: PoolClient,
  step: StepOf,
  due: DueRow,
  compose: ComposeUpdates | null,
): Promise<boolean> {
  const { accountId, id, now } = step;
  const end = async (state: StatusMessageState) => {
    await client.query(END, [accountId, id, state, state === 'sent' ? now : null]);
    return false;
  };
  const topicFor = due.entry_id === null ? itemTopic : entryTopic;
  const topic = compose && (await topicFor(client, step, due, compose));
  if (!topic) return end(due.state === 'held' ? 'cancelled' : 'sent');
  if (due.state === 'held') {
    if (topic.isUnchanged) return end('unchanged');
    const { rows: counts } = await client.query<{ count: number }>(topic.count);
    await client.query(RECOUNT, [accountId, id, counts[0]!.count]);
    const { rows } = await client.query<[boolean]>(rowsOf(IS_ABOVE_LIMIT, [accountId, now]));
    if (rows[0]![0]) return end('cancelled');
  }
  const { ids, people } = await lockedPeople(client, accountId, topic);
  const mail = people.map((person) => {
    const composed = topic.compose(person) as OutboxMessage;
    return { ...composed, topic: topicOf(person.id), about: id };
  });
  if (mail.length > 0) await client.query(insertMail(mail));
  if (topic.recordOf) await client.query(topic.recordOf(people.map((person) => person.id)));
  const hasMore = ids.length === STEP_SIZE;
  const [state, sentAt] = hasMore ? ['sending', null] : ['sent', now];
  await client.query(ADVANCE, [
    accountId,
    id,
    state,
    topic.status,
    ids.at(-1) ?? null,
    people.length,
    sentAt,
  ]);
  return hasMore;
}

/** Null if the item is deleted or merged. */
async function itemTopic(
  client: PoolClient,
  { accountId, now }: StepOf,
  { feedback_id: id, previous_status: previous, message, last_follower: last, ...due }: DueRow,
  compose: ComposeUpdates,
): Promise<Topic | null> {
  const { rows } = await client.query<ItemRow>(STATUS_OF, [accountId, id]);
  const [item] = rows;
  if (id === null || !item) return null;
  const status = due.status ?? item.status;
  return {
    status,
    isUnchanged: item.status === previous,
    count: { text: COUNT, values: [accountId, id] },
    next: { text: NEXT_PEOPLE, values: [accountId, id, last] },
    wanting: (ids) => ({ text: PEOPLE_OF(FOLLOWER_COLUMNS), values: [accountId, id, ids] }),
    recordOf:
      status === 'shipped' ? (ids) => ({ text: RECORD_TOLD, values: [accountId, ids, now, id] }) : null,
    compose: (person) =>
      compose.statusUpdate({
        item: { id, public: item.public },
        status,
        message,
        follower: followerOf(accountId, person),
        ownTitle: person.own_title,
      }),
  };
}

/** Null if the entry is deleted or a draft. */
async function entryTopic(
  client: PoolClient,
  { accountId, now }: StepOf,
  { entry_id: id, last_follower: last }: DueRow,
  compose: ComposeUpdates,
): Promise<Topic | null> {
  const { rows } = await client.query<ToldEntry>(entrySql.ENTRY_OF, [accountId, id]);
  if (!rows[0]) return null;
  const composeTo = compose.entryUpdate(rows[0]);
  return {
    status: null,
    isUnchanged: false,
    count: { text: entrySql.COUNT, values: [accountId, id, false] },
    next: { text: entrySql.NEXT_PEOPLE, values: [accountId, id, false, last] },
    wanting: (ids) => ({ text: entrySql.PEOPLE_OF(FOLLOWER_COLUMNS), values: [accountId, id, ids] }),
    recordOf: (ids) => ({ text: entrySql.RECORD_TOLD, values: [accountId, ids, now, id] }),
    compose: (person) => composeTo(followerOf(accountId, person)),
  };
}

/**
 * The next recipients, and those of them who still want messages. These are read after they are locked: a change that
 * ends messages either is seen here, or waits and drops those that are added.
 */
async function lockedPeople(
  client: PoolClient,
  accountId: string,
  { next, wanting }: Pick<Topic, 'next' | 'wanting'>,
): Promise<{ readonly ids: readonly string[]; readonly people: readonly PersonRow[] }> {
  const ids = (await client.query<{ id: string }>(next)).rows.map(({ id }) => id);
  await client.query(LOCK_PEOPLE, [accountId, ids]);
  const people = await client.query<PersonRow>(wanting(ids));
  return { ids, people: people.rows };
}
