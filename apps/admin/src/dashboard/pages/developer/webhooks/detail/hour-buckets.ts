import type { WebhookHour } from '@libs/contract';
import type { ChartDays } from '../../../../api/webhooks/webhooks';

const HOUR_MS = 3_600_000;
const HOURS_PER_BAR = 6;

/** A bar of the chart: the attempts from one time to the next bar's. */
export interface Bar {
  readonly from: Date;
  readonly succeeded: number;
  readonly failed: number;
}

/** One bar for each of the last 24 hours, or for each quarter of the last seven days, oldest first. */
export function barsOf(hours: readonly WebhookHour[], days: ChartDays, now: Date): readonly Bar[] {
  const starts = days === 1 ? hourStarts(now) : quarterStarts(now);
  return starts.map((from, i) => {
    const until = starts[i + 1]?.getTime() ?? Infinity;
    const inside = hours.filter(({ hour }) => {
      const time = Date.parse(hour);
      return time >= from.getTime() && time < until;
    });
    return { from, ...totalOf(inside) };
  });
}

export const totalOf = (counts: readonly Pick<WebhookHour, 'succeeded' | 'failed'>[]) => ({
  succeeded: counts.reduce((sum, { succeeded }) => sum + succeeded, 0),
  failed: counts.reduce((sum, { failed }) => sum + failed, 0),
});

function hourStarts(now: Date): Date[] {
  const current = Math.floor(now.getTime() / HOUR_MS);
  return Array.from({ length: 24 }, (_, i) => new Date((current - 23 + i) * HOUR_MS));
}

/** Midnight, 6 AM, noon, and 6 PM of the last seven days, in local time, up to now. */
function quarterStarts(now: Date): Date[] {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const all = Array.from({ length: 28 }, (_, i) => new Date(year, month, day - 6, i * HOURS_PER_BAR));
  return all.filter((start) => start <= now);
}
