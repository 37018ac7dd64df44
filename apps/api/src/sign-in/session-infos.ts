import {
  accountJson,
  mayDo,
  type RateLimitStatuses,
  type SessionUseCases,
  type SignedIn,
} from '@libs/accounts';
import type { SessionInfo } from '@libs/contract';
import type { EndpointUseCases } from '@libs/webhooks';

interface ServiceFacts {
  /** `PUBLIC_URL`. */
  readonly baseUrl: string;
  readonly isSignUpOpen: boolean;
  readonly sendsMail: boolean;
}

/** Describes who is signed in; part of every response that creates or shows a session. */
export class SessionInfos {
  constructor(
    private readonly rateLimitStatuses: RateLimitStatuses,
    private readonly webhooks: Pick<EndpointUseCases, 'list'>,
    private readonly sessions: Pick<SessionUseCases, 'accountsOf'>,
    private readonly service: ServiceFacts,
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
      base_url: this.service.baseUrl,
      disabled_webhooks: webhooks
        .filter(({ endpoint }) => endpoint.disabledReason !== null)
        .map(({ endpoint: { id, url } }) => ({ id, url })),
      can_create_accounts: this.service.isSignUpOpen && !mustSetUpSecondFactor,
      must_set_up_second_factor: mustSetUpSecondFactor,
      has_identity: account.identityKeys.length > 0,
      status_messages: this.service.sendsMail ? account.form.statusMessages : null,
    };
  }
}
