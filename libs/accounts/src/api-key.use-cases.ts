import { DomainError, type Clock, type NewId } from '@libs/kernel';
import { accountNotFound } from './account';
import type { ApiKeyRepository } from './accounts.ports';
import {
  API_KEYS_MAX,
  apiKeyId,
  apiKeyNotFound,
  newApiKey,
  type ApiKey,
  type IssuedApiKey,
  type NewApiKey,
} from './api-key';

/** What an owner or the operator does with an account's keys. */
export class ApiKeyUseCases {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
    private readonly newId: NewId,
    /** Told of a revocation, so that this instance forgets the key at once (`ApiKeyAuthenticator.forget`). */
    private readonly onRevoked: (keyId: string) => void = () => {},
  ) {}

  /**
   * The secret is in the answer and nowhere else.
   * @throws DomainError `validation`; `conflict` `api_key_limit_reached`; `not_found` when there is no such account
   */
  async issue(accountId: string, given: NewApiKey): Promise<IssuedApiKey> {
    const now = this.clock();
    const issued = newApiKey(accountId, given, this.newId(now), now);
    const outcome = await this.keys.add(issued.key, API_KEYS_MAX);
    if (outcome === 'account_not_found') throw accountNotFound();
    if (outcome === 'limit_reached') {
      throw new DomainError(
        'conflict',
        'api_key_limit_reached',
        `Too many API keys (maximum ${API_KEYS_MAX})`,
      );
    }
    return issued;
  }

  /** At once here, within a second on other instances, for good. @throws DomainError `not_found` */
  async revoke(accountId: string, id: string): Promise<void> {
    const known = apiKeyId(id);
    if (!known || !(await this.keys.revoke(accountId, known, this.clock()))) throw apiKeyNotFound();
    this.onRevoked(known);
  }

  /** Newest first, ended keys too. */
  list(accountId: string): Promise<readonly ApiKey[]> {
    return this.keys.list(accountId);
  }
}
