import type { RateBudgets, Session, SignedIn } from '@libs/accounts';
import type { SessionEntry, SessionInfo } from '@libs/api-client';
import { Required } from '../http/body';
import { text } from './shapes';

export class SignInBody {
  @Required(text) email!: string;
  @Required(text) password!: string;
}

export class PasswordBody {
  @Required(text) password!: string;
}

/** Says who is signed in, as every answer does that gives a session. */
export class SessionInfos {
  constructor(
    private readonly budgets: RateBudgets,
    private readonly baseUrl: string,
  ) {}

  of({ account, ownerId, email }: SignedIn): SessionInfo {
    return {
      account: {
        id: account.id,
        name: account.name,
        slug: account.slug,
        plan: account.plan,
        created_at: account.createdAt.toISOString(),
      },
      owner: { id: ownerId, email },
      limits: this.budgets.limitsOf(account.plan),
      base_url: this.baseUrl,
    };
  }
}

export function sessionJson(session: Session, currentId: string): SessionEntry {
  return {
    id: session.id,
    current: session.id === currentId,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
    user_agent: session.userAgent,
  };
}
