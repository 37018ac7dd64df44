import {
  MOVES_MAX,
  type FoundCard,
  type CardMove,
  type PublicCardFinder,
  type ShownCard,
  type Status,
} from '@libs/feedback';
import { isUuid, type Instant } from '@libs/kernel';
import type { QueryArrayConfig } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';
import { rowsOf } from '../../connection/array-rows';

const CARD = `item.id, item.public->>'title', item.public->>'text', item.status, item.request_count,
  item.unconfirmed_votes,   (item.public->>'published_at')::timestamptz`;
const LAST_MOVE = `
  SELECT at FROM public_moves WHERE account_id = $1 AND item_id = item.id ORDER BY at DESC LIMIT 1`;
const IS_SHOWN = 'public IS NOT NULL AND merged_into IS NULL';

/** $2 statuses, $3 the number of cards of each. */
const LIST = `
  SELECT ${CARD}, moved.at FROM unnest($2::text[]) AS shown (status)
  CROSS JOIN LATERAL (
    SELECT * FROM feedback WHERE account_id = $1 AND feedback.status = shown.status AND ${IS_SHOWN}
    ORDER BY id DESC LIMIT $3
  ) item
  CROSS JOIN LATERAL (${LAST_MOVE}) moved
  ORDER BY moved.at DESC, item.id DESC`;

/** The last column says where a merged item has its card, if anywhere. */
const FIND = `
  SELECT ${CARD}, (${LAST_MOVE}), item.merged_into, item.public IS NOT NULL,
    (SELECT target.id FROM feedback target
     WHERE target.account_id = $1 AND target.id = item.merged_into AND target.public IS NOT NULL)
  FROM feedback item
  WHERE account_id = $1 AND id = $2 AND (public IS NOT NULL OR public_ended_at IS NOT NULL)`;
const MOVES = `
  SELECT status, at FROM public_moves WHERE account_id = $1 AND item_id = $2 ORDER BY at DESC LIMIT ${MOVES_MAX}`;

/** $2 statuses, $3 the number of moves. */
const LIST_MOVES = `
  SELECT ${CARD}, (${LAST_MOVE}), move.status, move.at
  FROM public_moves move JOIN feedback item ON item.account_id = move.account_id AND item.id = move.item_id
  WHERE move.account_id = $1 AND move.status = ANY ($2) AND ${IS_SHOWN}
  ORDER BY move.at DESC, move.item_id DESC LIMIT $3`;

/** As many as rankSimilar can look at in a millisecond. */
const SIMILAR_CANDIDATES = 20;
/** $2 statuses, $3 the number of cards of each, $4 a title. */
const LIST_SIMILAR = `
  SELECT * FROM (
    SELECT ${CARD}, (${LAST_MOVE}) AS moved_at FROM unnest($2::text[]) AS shown (status)
    CROSS JOIN LATERAL (
      SELECT * FROM feedback WHERE account_id = $1 AND feedback.status = shown.status AND ${IS_SHOWN}
      ORDER BY id DESC LIMIT $3
    ) item
    CROSS JOIN LATERAL similarity(folded(item.public->>'title'), folded($4)) AS likeness
    WHERE likeness > 0
    ORDER BY likeness DESC LIMIT ${SIMILAR_CANDIDATES}
  ) found`;

type CardRow = [
  id: string,
  title: string,
  text: string | null,
  status: Status,
  requestCount: number,
  unconfirmedVotes: number,
  publishedAt: Instant,
  movedAt: Instant,
];
type FoundRow = [...CardRow, mergedInto: string | null, isPublic: boolean, publicTarget: string | null];
type MoveRow = [status: Status, at: Instant];

export const listCardsStatement = (
  accountId: string,
  statuses: readonly Status[],
  limit: number,
): QueryArrayConfig => rowsOf(LIST, [accountId, statuses, limit]);

/** Public cards in PostgreSQL. Their partial index has no other items. */
export class PostgresPublicCardFinder implements PublicCardFinder {
  private readonly scope: AccountScope;

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async list(accountId: string, statuses: readonly Status[], limit: number): Promise<readonly ShownCard[]> {
    const { rows } = await this.scope.query<CardRow>(
      accountId,
      listCardsStatement(accountId, statuses, limit),
    );
    return rows.map(cardOf);
  }

  async find(accountId: string, id: string): Promise<FoundCard> {
    if (!isUuid(id)) return { kind: 'none' };
    const [row] = (await this.scope.query<FoundRow>(accountId, rowsOf(FIND, [accountId, id]))).rows;
    if (!row) return { kind: 'none' };
    const [mergedInto, isPublic, publicTarget] = row.slice(8) as [string | null, boolean, string | null];
    if (publicTarget) return { kind: 'merged', into: publicTarget };
    if (mergedInto || !isPublic) return { kind: 'ended' };
    const moves = await this.scope.query<MoveRow>(accountId, rowsOf(MOVES, [accountId, id]));
    return {
      kind: 'card',
      card: cardOf(row as unknown as CardRow),
      moves: moves.rows.map(([status, at]) => ({ status, at })),
    };
  }

  async listMoves(
    accountId: string,
    statuses: readonly Status[],
    limit: number,
  ): Promise<readonly CardMove[]> {
    const { rows } = await this.scope.query<[...CardRow, ...MoveRow]>(
      accountId,
      rowsOf(LIST_MOVES, [accountId, statuses, limit]),
    );
    return rows.map((row) => ({
      card: cardOf(row as unknown as CardRow),
      status: row[8],
      at: row[9],
    }));
  }

  async listSimilar(
    accountId: string,
    statuses: readonly Status[],
    limit: number,
    title: string,
  ): Promise<readonly ShownCard[]> {
    const statement = rowsOf(LIST_SIMILAR, [accountId, statuses, limit, title]);
    const { rows } = await this.scope.slowReads.run(accountId, () =>
      this.scope.query<CardRow>(accountId, statement),
    );
    return rows.map(cardOf);
  }
}

const cardOf = ([
  id,
  title,
  text,
  status,
  requestCount,
  unconfirmedVotes,
  publishedAt,
  movedAt,
]: CardRow): ShownCard => ({
  id,
  title,
  text,
  status,
  requestCount,
  unconfirmedVotes,
  publishedAt,
  movedAt,
});
