import type { VoteRepository, VoteSource, VoteSummary, VotingNetwork } from '@libs/feedback';
import { isUuid, type Instant } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';
import { rowsOf } from '../../connection/array-rows';
import { poolOf } from '../../connection/data-source';
import { deleteInChunks } from '../../connection/delete-in-chunks';
import { repeatedAfterDeadlock } from '../../connection/transaction';
import { asPublisher } from '../../events/as-publisher';

/** $2 the item, $3 the hashes of the network, today's first, $4 its source, $5 the hour. Locks the item, as its trigger does. */
const ADD = `
  WITH item AS (
    SELECT FROM feedback WHERE account_id = $1 AND id = $2 AND public IS NOT NULL AND merged_into IS NULL
    FOR NO KEY UPDATE
  )
  INSERT INTO feedback_votes (account_id, feedback_id, id, voter, source, voted_at)
  SELECT $1, $2, gen_random_uuid(), ($3::text[])[1], $4, $5 FROM item
  WHERE NOT EXISTS (SELECT FROM feedback_votes WHERE account_id = $1 AND feedback_id = $2 AND voter = ANY ($3))
  ON CONFLICT DO NOTHING`;

/** The items whose votes count for item $2. */
const GROUP = `(
  SELECT id FROM feedback WHERE account_id = $1 AND id = $2
  UNION ALL
  SELECT id FROM feedback WHERE account_id = $1 AND merged_into = $2
)`;

/** $3 the hashes of the network. */
const WITHDRAW = `
  DELETE FROM feedback_votes WHERE account_id = $1 AND feedback_id IN ${GROUP} AND voter = ANY ($3::text[])`;

/** $3 since when. A row of nulls for an item that does not exist. */
const RECENT = `
  SELECT (SELECT count(*)::integer FROM feedback_votes WHERE account_id = $1 AND feedback_id IN ${GROUP} AND voted_at > $3)
  FROM feedback WHERE account_id = $1 AND id = $2`;

/** $3 the number of votes in the account that a source must exceed, $4 the number of sources. */
const SOURCES = `
  SELECT own.*, in_account.votes FROM (
    SELECT source, min(voted_at) AS since, count(*)::integer AS votes FROM feedback_votes
    WHERE account_id = $1 AND feedback_id IN ${GROUP} AND source IS NOT NULL GROUP BY source
  ) own
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS votes FROM feedback_votes WHERE account_id = $1 AND source = own.source
  ) in_account
  WHERE in_account.votes > $3 ORDER BY own.votes DESC, own.source LIMIT $4`;

/** Locks the items and their targets first, in the order in which a merge does. $2 the source. */
const LOCK_OF_SOURCE = `
  SELECT id FROM feedback WHERE account_id = $1 AND id IN (
    SELECT unnest(ARRAY [item.id, item.merged_into]) FROM feedback_votes vote
    JOIN feedback item ON item.account_id = vote.account_id AND item.id = vote.feedback_id
    WHERE vote.account_id = $1 AND vote.source = $2
  ) ORDER BY id FOR NO KEY UPDATE`;
const REMOVE_SOURCE = `DELETE FROM feedback_votes WHERE account_id = $1 AND source = $2`;

/** A keyed hash in base64url. */
const SOURCE = /^[\w-]+$/;
/** Votes per statement. */
const CHUNK_SIZE = 10_000;
const FORGET = `
  UPDATE feedback_votes SET voter = NULL, source = NULL WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM feedback_votes WHERE voter IS NOT NULL AND voted_at < $1 LIMIT ${CHUNK_SIZE}
  ))`;

type SourceRow = [source: string, since: Instant, votes: number, votesInAccount: number];

/** Votes in PostgreSQL. A trigger counts them for their items (votes.md 4). */
export class PostgresVoteRepository implements VoteRepository {
  private readonly scope: AccountScope;

  constructor(private readonly dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async add(accountId: string, itemId: string, network: VotingNetwork, at: Instant): Promise<void> {
    if (!isUuid(itemId)) return;
    const statement = rowsOf(ADD, [accountId, itemId, network.voters, network.source, at]);
    await repeatedAfterDeadlock(() => this.scope.query(accountId, statement));
  }

  async withdraw(accountId: string, itemId: string, voters: VotingNetwork['voters']): Promise<void> {
    if (!isUuid(itemId)) return;
    const statement = rowsOf(WITHDRAW, [accountId, itemId, voters]);
    await repeatedAfterDeadlock(() => this.scope.query(accountId, statement));
  }

  async summary(
    accountId: string,
    itemId: string,
    { since, least, limit }: { readonly since: Instant; readonly least: number; readonly limit: number },
  ): Promise<VoteSummary | null> {
    if (!isUuid(itemId)) return null;
    const recent = await this.scope.query<[number]>(accountId, rowsOf(RECENT, [accountId, itemId, since]));
    if (!recent.rows[0]) return null;
    const statement = rowsOf(SOURCES, [accountId, itemId, least, limit]);
    const { rows } = await this.scope.query<SourceRow>(accountId, statement);
    return { recent: recent.rows[0][0], sources: rows.map(sourceOf) };
  }

  async removeSource(accountId: string, source: string): Promise<number> {
    if (!SOURCE.test(source)) return 0;
    return repeatedAfterDeadlock(() =>
      this.scope.transaction(accountId, async (client) => {
        await client.query(rowsOf(LOCK_OF_SOURCE, [accountId, source]));
        return (await client.query(rowsOf(REMOVE_SOURCE, [accountId, source]))).rowCount ?? 0;
      }),
    );
  }

  async forgetNetworks(before: Instant): Promise<void> {
    const forget = () =>
      asPublisher(poolOf(this.dataSource), (client) => client.query(rowsOf(FORGET, [before])));
    while ((await forget()).rowCount);
  }

  async removeAll(accountId: string): Promise<void> {
    await deleteInChunks(this.scope, accountId, 'feedback_votes');
  }
}

const sourceOf = ([source, since, votes, votesInAccount]: SourceRow): VoteSource => ({
  source,
  since,
  votes,
  votesInAccount,
});
