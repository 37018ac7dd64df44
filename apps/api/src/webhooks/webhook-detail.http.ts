import type { WebhookDetail } from '@libs/contract';
import { integerRule, optional, throwIfInvalid, type Issue } from '@libs/kernel';
import type { AttemptCounts, DescribedEndpoint } from '@libs/webhooks';
import { readQuery, unknownParameters, type Query } from '../http/query';
import { webhookJson } from './webhooks.http';

const DAY_MS = 86_400_000;

/** Query parameters of one webhook. `days`: the response counts the attempts of this many days. */
const DETAIL = { days: optional(integerRule(1, 7)) };

/** Returns the start of the counts. @throws DomainError `validation` with all errors of the query */
export function detailRequest(parameters: Query, now: Date): Date {
  const issues: Issue[] = [];
  const { days = 1 } = readQuery(DETAIL, parameters, issues);
  throwIfInvalid([...issues, ...unknownParameters(DETAIL, parameters)]);
  return new Date(now.getTime() - days * DAY_MS);
}

export const webhookDetailJson = (
  described: DescribedEndpoint,
  counts: readonly AttemptCounts[],
): WebhookDetail => ({
  ...webhookJson(described),
  attempts_by_hour: counts.map(({ hour, succeeded, failed }) => ({
    hour: hour.toISOString(),
    succeeded,
    failed,
  })),
});
