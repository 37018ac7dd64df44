import { STATS_FIELDS, statsProblems, type StatsRequest } from '@libs/feedback';
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
