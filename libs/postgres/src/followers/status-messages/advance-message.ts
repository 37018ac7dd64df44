import type { OutboxMessage } from '@libs/accounts';
import {
  STEP_SIZE,
  type ComposeStatusUpdate,
  type PublicCard,
  type Status,
  type StatusMessageState,
} from '@libs/feedback';
import type { PoolClient } from 'pg';
import { insertMail } from '../../accounts/mail/queue-mail';
import {
  ADVANCE,
  END,
  IS_ABOVE_LIMIT,
  LOCK_PEOPLE,
  NEXT_PEOPLE,
  PEOPLE_OF,
  RECOUNT,
  STATUS_OF,
} from '../../feedback/status-messages/status-message.sql';
import { rowsOf } from '../../connection/array-rows';
import { FOLLOWER_COLUMNS, followerOf, topicOf, type FollowerRow } from '../follower.sql';

export interface DueRow {
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

/** Returns whether steps remain. The row of the message is locked, and the limit of the account if it is held. */
export async function advance(
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
  if (due.state === 'held') {
    if (item.status === due.previous_status) return end('unchanged');
    await client.query(RECOUNT, [accountId, id]);
    const { rows } = await client.query<[boolean]>(rowsOf(IS_ABOVE_LIMIT, [accountId, now]));
    if (rows[0]![0]) return end('cancelled');
  }
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
