import {
  accountJson,
  mayDo,
  type RateLimitStatuses,
  type Session,
  type SessionUseCases,
  type SignedIn,
} from '@libs/accounts';
import type { SessionEntry, SessionInfo } from '@libs/contract';
import { objectRule, required, stringRule } from '@libs/kernel';
import type { EndpointUseCases } from '@libs/webhooks';

export const signInRule = objectRule({ email: required(stringRule), password: required(stringRule) });

export const switchRule = objectRule({ account_id: required(stringRule) });

/** Describes who is signed in; part of every response that creates or shows a session. */
export class SessionInfos {
  constructor(
    private readonly rateLimitStatuses: RateLimitStatuses,
    private readonly baseUrl: string,
    private readonly webhooks: Pick<EndpointUseCases, 'list'>,
    private readonly sessions: Pick<SessionUseCases, 'accountsOf'>,
    private readonly isSignUpOpen: boolean,
  ) {}

  async of({ account, person, role, mustSetUpSecondFactor }: SignedIn): Promise<SessionInfo> {
    const { id, name, email } = person;
    // Their URLs can contain secrets.
    const webhooks = mayDo(role, 'webhooks.manage') ? await this.webhooks.list(account.id) : [];
    const accounts = await this.sessions.accountsOf(id);
    return {
      account: accountJson(account),
      person: { id, name, email },
      role,
      accounts: accounts.map(({ account: { id, name, slug }, role }) => ({ id, name, slug, role })),
      limits: this.rateLimitStatuses.limitsOf(account.plan),
      base_url: this.baseUrl,
      disabled_webhooks: webhooks
        .filter(({ endpoint }) => endpoint.disabledReason !== null)
        .map(({ endpoint: { id, url } }) => ({ id, url })),
      can_create_accounts: this.isSignUpOpen && !mustSetUpSecondFactor,
      must_set_up_second_factor: mustSetUpSecondFactor,
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
