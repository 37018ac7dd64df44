import type { Stats as StatsJson, StatsGroups } from '@libs/contract';
import {
  STATS_FIELDS,
  statsProblems,
  type GroupedValue,
  type Stats,
  type StatsRequest,
  type StatsValue,
} from '@libs/feedback';
import { throwIfInvalid } from '@libs/kernel';
import { invalidParameter, queryOf, type Query } from '../http/query';

/**
 * A valid `GET /feedback/stats` request, of the REST API or the dashboard (insights.md 1).
 * @throws DomainError `validation` with the errors of the query
 */
export function statsRequest(query: Query, now: Date): StatsRequest {
  const request = queryOf(STATS_FIELDS, query);
  throwIfInvalid(statsProblems(request, now).map(({ param, demand }) => invalidParameter(param, demand)));
  return request;
}

export function statsJson({ metric, by, interval, from, to, timeZone, total, buckets }: Stats): StatsJson {
  return {
    metric,
    by: by ?? null,
    interval,
    from,
    to,
    time_zone: timeZone,
    total: groupedJson(total),
    buckets: buckets.map((bucket) => ({ from: bucket.from, to: bucket.to, ...groupedJson(bucket) })),
  };
}

const groupedJson = (value: GroupedValue): StatsGroups => ({
  ...valueJson(value),
  ...(value.groups && { groups: value.groups.map((group) => ({ name: group.name, ...valueJson(group) })) }),
});

const valueJson = ({ count, medianSeconds }: StatsValue) => ({
  count,
  ...(medianSeconds !== undefined && { median_seconds: medianSeconds }),
});
