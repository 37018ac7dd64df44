import type { Clock } from '@libs/kernel';
import { dateOf, boundsOfDay, outcomeOf, type DailyRequests, type Outcome } from './api-usage';
import type { ApiUsageRepository } from './api-usage.ports';

type Counts = Record<Outcome, number>;

/** Requests by key, of one day. */
type Day = Map<string, Counts>;

/**
 * Counts requests by API key in memory, so that a request causes no statement, and stores the numbers when `flush` is
 * called (api-keys.md 8). A process that is killed loses what it has counted since then.
 */
export class RequestCounter {
  /** By date. Has only the current day, except around midnight. */
  private days = new Map<string, Day>();
  private today: Day = new Map();
  private startsAt = 0;
  private endsAt = 0;

  constructor(
    private readonly usage: ApiUsageRepository,
    private readonly clock: Clock,
  ) {}

  /** @param status of the response */
  count(keyId: string, status: number): void {
    const now = this.clock().getTime();
    if (now >= this.endsAt || now < this.startsAt) this.startDay(now);
    let counts = this.today.get(keyId);
    if (!counts) this.today.set(keyId, (counts = none()));
    counts[outcomeOf(status)]++;
  }

  /** Stores what was counted. If it can't be stored, keeps it for the next call, and rejects. */
  async flush(): Promise<void> {
    const counted = this.days;
    [this.days, this.endsAt] = [new Map(), 0];
    const requests = [...counted].flatMap(([date, day]) =>
      [...day].map(([keyId, counts]): DailyRequests => ({ keyId, date, ...counts })),
    );
    if (requests.length === 0) return;
    try {
      await this.usage.add(requests);
    } catch (error) {
      requests.forEach((daily) => this.restore(daily));
      throw error;
    }
  }

  private startDay(now: number): void {
    [this.startsAt, this.endsAt] = boundsOfDay(now);
    this.today = this.dayOf(dateOf(now));
  }

  private dayOf(date: string): Day {
    let day = this.days.get(date);
    if (!day) this.days.set(date, (day = new Map<string, Counts>()));
    return day;
  }

  private restore({ keyId, date, accepted, rateLimited, failed }: DailyRequests): void {
    const day = this.dayOf(date);
    const counts = day.get(keyId) ?? none();
    day.set(keyId, {
      accepted: counts.accepted + accepted,
      rateLimited: counts.rateLimited + rateLimited,
      failed: counts.failed + failed,
    });
  }
}

const none = (): Counts => ({ accepted: 0, rateLimited: 0, failed: 0 });
