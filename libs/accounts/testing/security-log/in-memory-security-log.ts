import type { SecurityEvent } from '@libs/kernel';
import type { SecurityLogQuery, SecurityLogRepository } from '../../src';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemorySecurityLog implements SecurityLogRepository {
  /** In the order in which they were stored. */
  events: SecurityEvent[] = [];

  /** Used by other in-memory repositories. */
  record(event: SecurityEvent | undefined): void {
    if (event) this.events.push(event);
  }

  async add(event: SecurityEvent): Promise<void> {
    this.record(event);
  }

  async addUpTo(max: number, since: Date, event: SecurityEvent): Promise<void> {
    const recent = this.events.filter(
      ({ accountId, type, createdAt }) =>
        accountId === event.accountId && type === event.type && createdAt > since,
    );
    if (recent.length < max) this.record(event);
  }

  async list(accountId: string, { before, limit }: SecurityLogQuery): Promise<readonly SecurityEvent[]> {
    return this.events
      .filter((event) => event.accountId === accountId && (before === undefined || event.id < before))
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, limit + 1);
  }

  async removeBefore(end: Date): Promise<number> {
    const { length } = this.events;
    this.events = this.events.filter(({ createdAt }) => createdAt >= end);
    return length - this.events.length;
  }

  /** Used by other in-memory repositories. */
  removeAll(accountId: string): void {
    this.events = this.events.filter((event) => event.accountId !== accountId);
  }
}
