import type {
  CountMetric,
  CountRow,
  DurationMetric,
  DurationRow,
  StatsQuery,
  StatsRepository,
  TagCountRow,
} from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import type { ReadScope } from '../../replicas/read-scope';
import { countByTagStatement, countStatement, durationsStatement } from './stats.sql';

type Counted<G = string | null> = [bucket: number, group: G, count: string];

/** Statistics in PostgreSQL, from the indexes of items and of their history. They share the limit of slow reads. */
export class PostgresStats implements StatsRepository {
  constructor(private readonly reads: Pick<ReadScope, 'run'>) {}

  async count(accountId: string, query: StatsQuery<CountMetric>): Promise<readonly CountRow[]> {
    return countsOf(await this.aggregate<Counted>(accountId, countStatement(accountId, query)));
  }

  async countByTag(
    accountId: string,
    { bounds, limit }: Parameters<StatsRepository['countByTag']>[1],
  ): Promise<readonly TagCountRow[]> {
    const statement = countByTagStatement(accountId, bounds, limit);
    return countsOf(await this.aggregate<Counted<string>>(accountId, statement));
  }

  async durations(accountId: string, query: StatsQuery<DurationMetric>): Promise<readonly DurationRow[]> {
    const whole = { ...query, bounds: [query.bounds[0]!, query.bounds.at(-1)!] };
    const [buckets, all] = await Promise.all([this.rows(accountId, query), this.rows(accountId, whole)]);
    return [...buckets, ...all.map((row) => ({ ...row, bucket: null }))];
  }

  private aggregate<R extends unknown[]>(
    accountId: string,
    statement: QueryArrayConfig,
  ): Promise<readonly R[]> {
    return this.reads.run(accountId, async (scope) => {
      const run = () => scope.query<R>(accountId, statement);
      return (await scope.slowReads.run(accountId, run)).rows;
    });
  }

  private async rows(accountId: string, query: StatsQuery<DurationMetric>): Promise<readonly DurationRow[]> {
    const statement = durationsStatement(accountId, query);
    const rows = await this.aggregate<[...Counted, median: number]>(accountId, statement);
    return rows
      .map(([bucket, group, count, medianSeconds]) => ({
        bucket,
        group,
        count: Number(count),
        medianSeconds,
      }))
      .filter(({ count }) => count > 0);
  }
}

const countsOf = <G>(rows: readonly Counted<G>[]) =>
  rows
    .map(([bucket, group, count]) => ({ bucket, group, count: Number(count) }))
    .filter(({ count }) => count > 0);
