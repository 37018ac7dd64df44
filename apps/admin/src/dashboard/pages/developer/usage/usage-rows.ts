import type { ApiUsage, KeyRequests } from '@libs/contract';

export type Counts = Pick<KeyRequests, 'accepted' | 'rate_limited' | 'failed'>;

export interface DayOfKey extends Counts {
  readonly date: string;
}

export interface KeyUsage {
  readonly keyId: string;
  readonly total: Counts;
  /** Every day, also those without requests. */
  readonly days: readonly DayOfKey[];
}

const DAY_MS = 86_400_000;
const NONE: Counts = { accepted: 0, rate_limited: 0, failed: 0 };

export const sumOf = ({ accepted, rate_limited, failed }: Counts): number => accepted + rate_limited + failed;

/** Returns the requests of each key that has some, the busiest first. */
export function keyUsages({ from, to, requests }: ApiUsage): readonly KeyUsage[] {
  const dates: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY_MS)
    dates.push(new Date(time).toISOString().slice(0, 10));
  const byKey = new Map<string, Map<string, KeyRequests>>();
  for (const daily of requests) {
    const days = byKey.get(daily.key_id) ?? new Map<string, KeyRequests>();
    byKey.set(daily.key_id, days.set(daily.date, daily));
  }
  return [...byKey]
    .map(([keyId, byDate]) => {
      const days = dates.map((date) => ({ ...NONE, ...byDate.get(date), date }));
      return { keyId, days, total: days.reduce(add, NONE) };
    })
    .sort((a, b) => sumOf(b.total) - sumOf(a.total));
}

const add = (a: Counts, b: Counts): Counts => ({
  accepted: a.accepted + b.accepted,
  rate_limited: a.rate_limited + b.rate_limited,
  failed: a.failed + b.failed,
});
