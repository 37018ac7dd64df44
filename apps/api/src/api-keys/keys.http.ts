import {
  isExpired,
  maskedKey,
  type ApiKey,
  type ApiUsage,
  type RateLimitStatus,
  type WindowState,
} from '@libs/accounts';
import type { ApiUsage as ApiUsageJson, KeyEntry, KeyWindow } from '@libs/contract';

export const NO_RATE_LIMIT: RateLimitStatus = { hour: null, minute: null };

/** Lists every field of a key that the dashboard API returns. */
export function keyJson(key: ApiKey, rateLimit: RateLimitStatus, now: Date): KeyEntry {
  return {
    id: key.id,
    name: key.name,
    permission: key.permission,
    allowed_origins: key.allowedOrigins,
    masked: maskedKey(key),
    state: key.revokedAt ? 'revoked' : isExpired(key, now) ? 'expired' : 'active',
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    budget: { hour: windowJson(rateLimit.hour), minute: windowJson(rateLimit.minute) },
  };
}

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
