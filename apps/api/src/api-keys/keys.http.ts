import {
  apiKeyJson,
  type ApiKey,
  type ApiUsage,
  type RateLimitStatus,
  type WindowState,
} from '@libs/accounts';
import type { ApiUsage as ApiUsageJson, KeyEntry, KeyWindow } from '@libs/contract';

export const NO_RATE_LIMIT: RateLimitStatus = { hour: null, minute: null };

export const keyJson = (key: ApiKey, { hour, minute }: RateLimitStatus, now: Date): KeyEntry => ({
  ...apiKeyJson(key, now),
  budget: { hour: windowJson(hour), minute: windowJson(minute) },
});

function windowJson(window: WindowState | null): KeyWindow | null {
  if (!window) return null;
  const { policy, remaining, resetSeconds } = window;
  return { limit: policy.quota, remaining, reset_seconds: resetSeconds };
}

export const usageJson = ({ first, last, requests }: ApiUsage): ApiUsageJson => ({
  from: first,
  to: last,
  requests: requests.map(({ keyId, date, accepted, rateLimited, failed }) => ({
    key_id: keyId,
    date,
    accepted,
    rate_limited: rateLimited,
    failed,
  })),
});
