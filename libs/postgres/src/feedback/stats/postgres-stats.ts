import type {
  CountMetric,
  CountRow,
  DurationMetric,
  DurationRow,
  StatsQuery,
  StatsRepository,
} from '@libs/feedback';
import type { Lists } from '../lists/replicated-lists';
import { countStatement, durationsStatement } from './stats.sql';

type Counted = [bucket: number, group: string | null, count: string];

/** Statistics in PostgreSQL, from the indexes of items and of their history. They share the limit of slow reads. */
export class PostgresStats implements StatsRepository {
  constructor(private readonly lists: Pick<Lists, 'aggregate'>) {}

  async count(accountId: string, query: StatsQuery<CountMetric>): Promise<readonly CountRow[]> {
    const rows = await this.lists.aggregate<Counted>(accountId, countStatement(accountId, query));
    return rows
      .map(([bucket, group, count]) => ({ bucket, group, count: Number(count) }))
      .filter(({ count }) => count > 0);
  }

  async durations(accountId: string, query: StatsQuery<DurationMetric>): Promise<readonly DurationRow[]> {
    const whole = { ...query, bounds: [query.bounds[0]!, query.bounds.at(-1)!] };
    const [buckets, all] = await Promise.all([this.rows(accountId, query), this.rows(accountId, whole)]);
    return [...buckets, ...all.map((row) => ({ ...row, bucket: null }))];
  }

  private async rows(accountId: string, query: StatsQuery<DurationMetric>): Promise<readonly DurationRow[]> {
    const statement = durationsStatement(accountId, query);
    const rows = await this.lists.aggregate<[...Counted, median: number]>(accountId, statement);
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
