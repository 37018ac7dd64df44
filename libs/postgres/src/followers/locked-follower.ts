import type { OutboxMessage } from '@libs/accounts';
import {
  canGetMessage,
  withMessage,
  type ComposeMessage,
  type Feedback,
  type Follower,
  type NewFollow,
} from '@libs/feedback';
import type { PoolClient } from 'pg';
import { insertMail } from '../accounts/mail/queue-mail';
import {
  changedValues,
  FOLLOW,
  followerOf,
  followValues,
  topicOf,
  UPDATE,
  UPSERT,
  type FollowerRow,
} from './follower.sql';

/** @param text `FIND` or `FIND_BY_EMAIL` */
export async function lockedFollower(
  client: PoolClient,
  accountId: string,
  text: string,
  key: string,
): Promise<Follower | null> {
  const { rows } = await client.query<FollowerRow>(`${text} FOR UPDATE`, [accountId, key]);
  return rows[0] ? followerOf(accountId, rows[0]) : null;
}

/** Returns the follower with this address, new or known, and locks it. */
export async function upsertFollower(
  client: PoolClient,
  accountId: string,
  follow: NewFollow,
): Promise<Follower> {
  const { rows } = await client.query<FollowerRow>(UPSERT, followValues(accountId, follow));
  return followerOf(accountId, rows[0]!);
}

export async function followItem(
  client: PoolClient,
  { accountId, id }: Pick<Feedback, 'accountId' | 'id'>,
  follow: NewFollow,
  compose: ComposeMessage,
): Promise<Follower> {
  const follower = await upsertFollower(client, accountId, follow);
  await client.query(FOLLOW, [accountId, follower.id, id, follow.at]);
  return addMessage(client, follower, new Date(follow.at), compose);
}

/** Stores the message to a locked follower, if there is one, and the follower can get it. */
export async function addMessage(
  client: PoolClient,
  follower: Follower,
  now: Date,
  compose: ComposeMessage,
): Promise<Follower> {
  const message = canGetMessage(follower, now) ? compose(follower) : null;
  if (!message) return follower;
  await client.query(insertMail([{ ...(message as OutboxMessage), topic: topicOf(follower.id) }]));
  const next = withMessage(follower, now);
  await client.query(UPDATE, changedValues(next));
  return next;
}
