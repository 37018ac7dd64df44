import {
  confirmedRequest,
  REQUESTS_MAX,
  votedRequest,
  type AddressVote,
  type ComposeConfirmation,
  type Follower,
  type VoteConfirmation,
  type WaitingCard,
  type WaitingVote,
  type WaitingVoteRepository,
} from '@libs/feedback';
import { isUuid, VISITOR, type Instant } from '@libs/kernel';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';
import { poolOf } from '../../connection/data-source';
import { repeatedAfterDeadlock } from '../../connection/transaction';
import { asPublisher } from '../../events/as-publisher';
import {
  changedValues,
  FIND,
  FIND_BY_EMAIL,
  FOLLOW,
  REMOVE_UNUSED,
  UPDATE,
} from '../../followers/follower.sql';
import { addMessage, lockedFollower, upsertFollower } from '../../followers/locked-follower';
import { hasRoom, lockedRequests, storeRequests } from '../requests/locked-requests';
import {
  ADD,
  CARDS,
  END_SUBSCRIPTIONS,
  ENDED_ACCOUNTS,
  HOLD_CARD,
  IS_CONFIRMED,
  LIST,
  LOCK_ENDED,
  LOCK_ITEMS,
  REMOVE,
  REMOVE_ALL,
  REMOVE_ENDED,
} from './waiting-vote.sql';

/** Followers per transaction. */
const CHUNK_SIZE = 1_000;

type NamedCard = WaitingCard & { readonly name: string | null };

/** Votes with an address in PostgreSQL. A writer locks the follower first. */
export class PostgresWaitingVoteRepository implements WaitingVoteRepository {
  private readonly scope: AccountScope;

  constructor(private readonly dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async add(
    accountId: string,
    itemId: string,
    { follow, name }: AddressVote,
    compose: ComposeConfirmation,
  ): Promise<void> {
    if (!isUuid(itemId)) return;
    await this.write(accountId, async (client) => {
      if ((await client.query(HOLD_CARD, [accountId, itemId])).rowCount === 0) return;
      const values = [accountId, itemId, follow.email.toLowerCase()];
      const { rows } = await client.query<{ isConfirmed: boolean }>(IS_CONFIRMED, values);
      if (rows[0]!.isConfirmed) return;
      const follower = await upsertFollower(client, accountId, follow);
      await client.query(ADD, [accountId, follower.id, itemId, name, follow.at]);
      const cards = await cardsOf(client, follower);
      if (!cards.some(({ id }) => id === itemId)) return;
      const titles = cards.map(({ title }) => title);
      await addMessage(client, follower, new Date(follow.at), (to) => compose(to, titles));
    });
  }

  async cards(accountId: string, followerId: string): Promise<readonly WaitingCard[]> {
    if (!isUuid(followerId)) return [];
    const statement = { text: CARDS, values: [accountId, followerId] };
    const rows = (await this.scope.query(accountId, statement)).rows as NamedCard[];
    return rows.map(({ id, title }) => ({ id, title }));
  }

  async list(accountId: string, followerId: string): Promise<readonly WaitingVote[]> {
    if (!isUuid(followerId)) return [];
    const statement = { text: LIST, values: [accountId, followerId] };
    const rows = (await this.scope.query(accountId, statement)).rows as VoteRow[];
    return rows.map(({ item_id, name, created_at }) => ({
      feedback_id: item_id,
      name,
      created_at: created_at.toISOString(),
    }));
  }

  async discard(accountId: string, followerId: string, cardId: string): Promise<void> {
    if (!isUuid(followerId) || !isUuid(cardId)) return;
    await this.write(accountId, async (client) => {
      if (await lockedFollower(client, accountId, FIND, followerId))
        await client.query(REMOVE, [accountId, followerId, [cardId]]);
    });
  }

  async confirm(
    accountId: string,
    followerId: string,
    { change, now, newId }: VoteConfirmation,
  ): Promise<Follower | null> {
    if (!isUuid(followerId)) return null;
    return this.write(accountId, async (client) => {
      const current = await lockedFollower(client, accountId, FIND, followerId);
      if (!current) return null;
      const follower = change(current);
      await client.query(UPDATE, changedValues(follower));
      await client.query(LOCK_ITEMS, [accountId, followerId]);
      const confirmed: string[] = [];
      for (const card of await cardsOf(client, follower))
        if (await isCounted(client, follower, card, { now, newId })) confirmed.push(card.id);
      for (const id of confirmed) await client.query(FOLLOW, [accountId, followerId, id, now]);
      await client.query(REMOVE, [accountId, followerId, confirmed]);
      return follower;
    });
  }

  async removeByEmail(accountId: string, email: string): Promise<void> {
    await this.write(accountId, async (client) => {
      const follower = await lockedFollower(client, accountId, FIND_BY_EMAIL, email);
      if (follower) await client.query(REMOVE_ALL, [accountId, follower.id]);
    });
  }

  async forget(before: Instant): Promise<void> {
    const { rows } = await asPublisher(poolOf(this.dataSource), (client) =>
      client.query<{ account_id: string }>(ENDED_ACCOUNTS, [before]),
    );
    for (const { account_id: accountId } of rows)
      while (await this.write(accountId, (client) => forgetSome(client, accountId, before)));
  }

  private write<T>(accountId: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return repeatedAfterDeadlock(() => this.scope.transaction(accountId, work, { by: VISITOR }));
  }
}

interface VoteRow {
  readonly item_id: string;
  readonly name: string | null;
  readonly created_at: Date;
}

const cardsOf = async (client: PoolClient, { accountId, id }: Follower): Promise<readonly NamedCard[]> =>
  (await client.query<NamedCard>(CARDS, [accountId, id])).rows;

/** Stores the request of a vote. Returns false if the item cannot have another one. */
async function isCounted(
  client: PoolClient,
  { accountId, email }: Follower,
  { id: itemId, name }: NamedCard,
  { now, newId }: Pick<VoteConfirmation, 'now' | 'newId'>,
): Promise<boolean> {
  const locked = await lockedRequests(client, accountId, itemId, { addresses: [email] });
  if (!locked) return false;
  const [same] = locked.same;
  const isFull =
    !same && locked.requestCount >= REQUESTS_MAX && !(await hasRoom(client, accountId, itemId, 1));
  if (isFull) return false;
  const request = same
    ? confirmedRequest(same, now)
    : votedRequest(accountId, itemId, { email, name }, { id: newId(), now });
  await storeRequests(client, accountId, itemId, [request], locked.stored);
  return true;
}

/** Returns whether there may be more. */
async function forgetSome(client: PoolClient, accountId: string, before: Instant): Promise<boolean> {
  const { rows } = await client.query<{ id: string }>(LOCK_ENDED, [accountId, before, CHUNK_SIZE]);
  const ids = rows.map(({ id }) => id);
  await client.query(REMOVE_ENDED, [accountId, ids, before]);
  await client.query(END_SUBSCRIPTIONS, [accountId, ids, before]);
  await client.query(REMOVE_UNUSED, [accountId, ids]);
  return ids.length === CHUNK_SIZE;
}
