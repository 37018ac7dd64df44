import type { ApiKeyRepository, ApiUsageRepository, DailyRequests } from '../../src';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryApiUsage implements ApiUsageRepository {
  private readonly rows = new Map<string, DailyRequests>();

  constructor(private readonly keys: Pick<ApiKeyRepository, 'find'>) {}

  async add(requests: readonly DailyRequests[]): Promise<void> {
    for (const daily of requests) {
      const row = `${daily.keyId} ${daily.date}`;
      const { accepted = 0, rateLimited = 0, failed = 0 } = this.rows.get(row) ?? {};
      this.rows.set(row, {
        ...daily,
        accepted: accepted + daily.accepted,
        rateLimited: rateLimited + daily.rateLimited,
        failed: failed + daily.failed,
      });
    }
  }

  async list(accountId: string, first: string): Promise<readonly DailyRequests[]> {
    const found: DailyRequests[] = [];
    for (const [, daily] of [...this.rows].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (daily.date >= first && (await this.keys.find(accountId, daily.keyId))) found.push(daily);
    }
    return found;
  }

  async removeBefore(first: string): Promise<number> {
    const old = [...this.rows].filter(([, { date }]) => date < first);
    for (const [row] of old) this.rows.delete(row);
    return old.length;
  }
}
