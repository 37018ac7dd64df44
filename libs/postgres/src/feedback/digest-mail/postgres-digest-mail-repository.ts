import {
  NEWEST_MAX,
  OPEN_STATUSES,
  REQUESTED_MAX,
  type DigestMailContent,
  type DigestMailQuery,
  type DigestMailRepository,
} from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';
import { rowsPlannedFor } from '../../connection/array-rows';
import { conditionsOf } from '../lists/filter.sql';
import { withTargets, type Query } from '../lists/found-targets';

const counts = (column: string): string => `
  coalesce((SELECT json_agg(json_build_object('name', ${column}, 'count', n) ORDER BY n DESC, ${column}) FROM (
    SELECT ${column}, count(*)::integer AS n FROM fresh GROUP BY ${column}) counted), '[]')`;

/** The items of the period are found by their events, because released ones have older IDs. */
function digestMailStatement(
  accountId: string,
  { filter, sources, after, until }: DigestMailQuery,
): QueryArrayConfig {
  const values: unknown[] = [];
  const where = conditionsOf(accountId, filter, values);
  const push = (value: unknown) => `$${values.push(value)}`;
  const text = `
    WITH created AS MATERIALIZED (
      SELECT DISTINCT item_id FROM events
      WHERE account_id = $1 AND position > ${push(after)} AND position <= ${push(until)} AND type = 'feedback.created'
        AND item->>'source' = ANY (${push(sources)}::text[])
    ),
    fresh AS MATERIALIZED (
      SELECT id, title, source, status FROM feedback WHERE ${where} AND id IN (SELECT item_id FROM created)
    ),
    newest AS (SELECT id, title FROM fresh ORDER BY id DESC LIMIT ${NEWEST_MAX}),
    requested AS (
      SELECT id, title, request_count AS requests FROM feedback
      WHERE ${where} AND request_count > 1 AND status = ANY (${push(OPEN_STATUSES)}::text[])
        AND (SELECT count(*) FROM fresh) > 0
      ORDER BY request_count DESC, id DESC LIMIT ${REQUESTED_MAX}
    )
    SELECT json_build_object(
      'total', (SELECT count(*) FROM fresh), 'sources', ${counts('source')}, 'statuses', ${counts('status')},
      'newest', coalesce((SELECT json_agg(newest ORDER BY id DESC) FROM newest), '[]'),
      'requested', coalesce((SELECT json_agg(requested ORDER BY requests DESC, id DESC) FROM requested), '[]'))`;
  return rowsPlannedFor(text, values);
}

/** Digest mail in PostgreSQL: one statement for each. */
export class PostgresDigestMailRepository implements DigestMailRepository {
  private readonly scope: AccountScope;

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async read(accountId: string, query: DigestMailQuery): Promise<DigestMailContent> {
    const send: Query = (statement) => this.scope.query(accountId, statement);
    const { rows } = await this.scope.slowReads.run(accountId, async () => {
      const filter = await withTargets(accountId, query.filter, send);
      return send(digestMailStatement(accountId, { ...query, filter }));
    });
    return rows[0]![0] as DigestMailContent;
  }
}
