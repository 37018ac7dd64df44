import { Calendar } from '@libs/kernel';
import type { FeedbackTools, StatsArguments } from './feedback-tools';

/**
 * Without `from`, statistics begin with the oldest item: a model would take a shorter range for all time. They have few
 * buckets, because each one costs tokens.
 */
export async function allTime(
  tools: Pick<FeedbackTools, 'list'>,
  query: StatsArguments,
): Promise<StatsArguments> {
  const { from, to, interval = 'month', time_zone: timeZone = 'UTC' } = query;
  if (from !== undefined) return query;
  const { items } = await tools.list({ sort: 'created_at', limit: 1, merged: 'include' });
  const [oldest] = items;
  if (!oldest) return query;
  const first = new Calendar(timeZone).dateAt(new Date(oldest.created_at));
  return { ...query, interval, from: to !== undefined && to < first ? to : first };
}
