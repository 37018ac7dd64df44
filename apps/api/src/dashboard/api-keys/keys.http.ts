import {
  isExpired,
  maskedKey,
  type ApiKey,
  type Permission,
  type RateLimitStatus,
  type WindowState,
} from '@libs/accounts';
import type { KeyEntry, KeyWindow } from '@libs/contract';
import { Maybe, Required } from '../../http/body';
import { number, numberOrNull, text, texts } from '../field-types';

export class NewKeyBody {
  @Required(text) name!: string;
  @Required(text) permission!: Permission;
  @Maybe(texts) allowed_origins?: readonly string[];
  @Maybe(numberOrNull) expires_in_days?: number | null;
}

export class RotateKeyBody {
  @Required(number) overlap_seconds!: number;
}

export const NO_BUDGET: RateLimitStatus = { hour: null, minute: null };

/** What an owner sees of a key: this list of members is the only one. */
export function keyJson(key: ApiKey, budget: RateLimitStatus, now: Date): KeyEntry {
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
    budget: { hour: windowJson(budget.hour), minute: windowJson(budget.minute) },
  };
}

function windowJson(window: WindowState | null): KeyWindow | null {
  if (!window) return null;
  const { policy, remaining, resetSeconds } = window;
  return { limit: policy.quota, remaining, reset_seconds: resetSeconds };
}
