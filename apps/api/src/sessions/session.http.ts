import type { Session } from '@libs/accounts';
import type { SessionEntry } from '@libs/contract';
import { objectRule, required, stringRule } from '@libs/kernel';

export const signInRule = objectRule({ email: required(stringRule), password: required(stringRule) });

export const switchRule = objectRule({ account_id: required(stringRule) });

export function sessionJson(session: Session, currentId: string): SessionEntry {
  return {
    id: session.id,
    current: session.id === currentId,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
    user_agent: session.userAgent,
  };
}
