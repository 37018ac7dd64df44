import type { EventLog, EventPage, EventQuery, NewestPage, NewestQuery } from '@libs/webhooks';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../connection/account-scope';
import { rowsOf } from '../connection/array-rows';
import { poolOf } from '../connection/data-source';
import { deleteInChunks } from '../connection/delete-in-chunks';
import { isActor } from './actor.sql';
import { asPublisher } from './as-publisher';
import { WHOLE_ITEM } from './event.sql';
import { PUBLISH_LOCK } from './publish-changes';
import { eventOf, type EventRow } from './recorded-change';

const SCANNED_MAX = 2_000;

const EXISTS = `item_id IS NULL OR EXISTS (
  SELECT FROM feedback_search item WHERE item.account_id = events.account_id AND item.id = item_id)`;

/**
 * Columns of `EventRow`. From the commit of a deletion until it is published, earlier events of the item still have its
 * values, which must not be read. `feedback_search` has a row for each item.
 */
export const EVENT_COLUMNS = `id, type, at, actor,
  CASE WHEN type = 'feedback.deleted' THEN item WHEN ${EXISTS} THEN ${WHOLE_ITEM} ELSE json_build_object('id', item_id, 'version', item->'version') END,
  CASE WHEN ${EXISTS} THEN previous END`;

/**
 * The state of the log in each row, and an event, if there is one. $1 account, $2 after or before, $3 types, $4 maximum
 * number of events, $5 number of scanned events, $6 1 if there is a bound and otherwise 0, $7 item, $8 actor, $9 excluded
 * actor; conditions are null if there are none.
 */
const pageOf = (from: '>' | '<', to: '<=' | '>=', end: string, order: 'ASC' | 'DESC') => `
  WITH bound AS (
    SELECT position FROM events WHERE account_id = $1 AND position ${from} $2
    ORDER BY position ${order} OFFSET $5 - 1 LIMIT $6
  )
  SELECT last, dropped, bound.position, event.* FROM event_positions
  LEFT JOIN bound ON true
  LEFT JOIN LATERAL (
    SELECT position, ${EVENT_COLUMNS} FROM (
      SELECT * FROM events
      WHERE account_id = $1 AND position ${from} $2 AND position ${to} coalesce(bound.position, ${end})
        AND ($3::text[] IS NULL OR type = ANY ($3))
        AND ($7::uuid IS NULL OR item_id = $7 OR item_id IS NULL
          AND $7::text IN (
            item->'feedback'->>'id', item->'request'->>'feedback_id', item->'note'->>'feedback_id'))
        AND ($8::text IS NULL OR ${isActor('actor', '$8', '$1')})
        AND ($9::text IS NULL OR NOT ${isActor('actor', '$9', '$1')})
      ORDER BY position ${order} LIMIT $4
    ) events
  ) event ON true
  ORDER BY event.position ${order}`;
const LIST = pageOf('>', '<=', '9223372036854775807', 'ASC');
const NEWEST = pageOf('<', '>=', '0', 'DESC');

type Row = [last: string, dropped: string, bound: string | null, position: string | null, ...event: EventRow];

const LAST = `SELECT last FROM event_positions`;

const ACCOUNTS_AFTER = `
  SELECT asked.id FROM unnest($2::uuid[]) AS asked (id)
  WHERE EXISTS (SELECT FROM events WHERE account_id = asked.id AND position > $1)`;

const WAIT_FOR_PUBLISHER = `SELECT pg_advisory_xact_lock(${PUBLISH_LOCK})`;
/** The event log in PostgreSQL (docs/architecture/adr/0021-events.md). */
export class PostgresEventLog implements EventLog {
  private readonly scope: AccountScope;

  /** @param scannedMax events that a page reads at most to find those of some types */
  constructor(
    private readonly dataSource: DataSource,
    private readonly scannedMax = SCANNED_MAX,
  ) {
    this.scope = new AccountScope(dataSource);
  }

  async list(accountId: string, { after, ...query }: EventQuery): Promise<EventPage> {
    const { last, dropped, bound, events, isFull } = await this.read(LIST, accountId, after ?? 0, query);
    return {
      events,
      next: isFull ? events.at(-1)!.position : Math.max(bound ?? last, after ?? 0),
      hasMore: isFull || bound !== null,
      dropped,
    };
  }

  async newest(accountId: string, { before, ...query }: NewestQuery): Promise<NewestPage> {
    const from = before ?? Number.MAX_SAFE_INTEGER;
    const { last, bound, events, isFull } = await this.read(NEWEST, accountId, from, query);
    return { events, next: isFull ? events.at(-1)!.position : bound, last };
  }

  /** An event that is being published could be missed, so waits for it. The account has no later ones. */
  async removeAll(accountId: string): Promise<void> {
    await asPublisher(poolOf(this.dataSource), (client) => client.query(WAIT_FOR_PUBLISHER));
    await deleteInChunks(this.scope, accountId, 'events', 'position');
    for (const table of ['feedback_history', 'notifications']) {
      await deleteInChunks(this.scope, accountId, table);
    }
  }

  async last(): Promise<number> {
    const { rows } = await poolOf(this.dataSource).query<[last: string]>(rowsOf(LAST, []));
    return Number(rows[0]![0]);
  }

  async accountsAfter(position: number, accountIds: readonly string[]): Promise<readonly string[]> {
    const statement = rowsOf(ACCOUNTS_AFTER, [position, accountIds]);
    return asPublisher(poolOf(this.dataSource), async (client) =>
      (await client.query<[id: string]>(statement)).rows.map(([id]) => id),
    );
  }

  private async read(
    statement: string,
    accountId: string,
    from: number,
    { limit, ...selection }: Omit<EventQuery, 'after'>,
  ) {
    const { types = null, itemId = null, actor = null, excludedActor = null } = selection;
    const isSelective = [types, itemId, actor, excludedActor].some((condition) => condition !== null);
    const bounds = [limit + 1, this.scannedMax, isSelective ? 1 : 0];
    const values = [accountId, from, types, ...bounds, itemId, actor, excludedActor];
    const { rows } = await this.scope.query<Row>(accountId, rowsOf(statement, values));
    const [last, dropped, bound] = rows[0]!;
    const found = rows.filter(([, , , position]) => position !== null);
    const events = found
      .slice(0, limit)
      .map(([, , , position, ...row]) => ({ position: Number(position), event: eventOf(accountId, row) }));
    return {
      last: Number(last),
      dropped: Number(dropped),
      bound: bound === null ? null : Number(bound),
      events,
      isFull: found.length > limit,
    };
  }
}
