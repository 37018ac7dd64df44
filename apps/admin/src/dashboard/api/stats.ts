import type { Grouping, Interval, Metric, Stats } from '@libs/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fetchData } from './requests/client';

export interface StatsQuery {
  readonly metric: Metric;
  readonly by?: Grouping;
  readonly from: string;
  readonly to: string;
  readonly interval: Interval;
}

/** The time zone of the browser. */
export const timeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Statistics of the items. Shows those of the previous range until the new ones are loaded. */
export function useStats(query: StatsQuery) {
  return useQuery({
    queryKey: ['stats', query],
    queryFn: ({ signal }) => {
      const params = new URLSearchParams({ ...query, time_zone: timeZone() });
      return fetchData<Stats>('GET', `feedback/stats?${params}`, { signal });
    },
    placeholderData: keepPreviousData,
  });
}
