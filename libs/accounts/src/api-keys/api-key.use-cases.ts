import {
  DomainError,
  securityEvents,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Requester,
  type Valid,
} from '@libs/kernel';
import { accountNotFound } from '../account/account';
import { API_KEYS_MAX } from '../limits';
import type { SecurityNotices } from '../mail/security-notices';
import type { ApiKeyRepository } from './api-key.ports';
import { apiKeyInvalid, type Caller } from './api-key-authenticator';
import {
  API_KEYS_PER_HOUR,
  API_KEYS_WITH_OVERLAP_MAX,
  ROTATIONS_PER_HOUR,
  apiKeyId,
  apiKeyNotFound,
  newApiKey,
  rotated,
  type ApiKey,
  type DescribedApiKey,
  type IssuedApiKey,
} from './api-key';
import type { NewApiKey, Rotation } from './api-key.rules';

/** Use cases of members and the operator for the keys of an account. */
export class ApiKeyUseCases {
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
    private readonly newId: NewId,
    private readonly more: {
      /** Called after a key was revoked or rotated, to remove it from the cache (`ApiKeyAuthenticator.forget`). */
      readonly onEnded?: (keyId: string) => void;
      readonly notices?: Pick<SecurityNotices, 'apiKeyCreated'>;
    } = {},
  ) {
    this.newEvent = securityEvents(clock, newId);
  }

  /**
   * Creates a key. Only this result contains the secret.
   * @throws DomainError `validation`; `conflict` `api_key_limit_reached`; `rate_limit` `too_many_new_keys`; `not_found`
   * if there is no such account
   */
  async issue(
    accountId: string,
    input: Valid<NewApiKey>,
    requester: Requester,
    expiresAt: Date | null = null,
  ): Promise<IssuedApiKey> {
    const now = this.clock();
    const by = { id: this.newId(now), createdBy: memberIdOf(requester) };
    const issued = newApiKey(accountId, input, by, expiresAt, now);
    const event = this.newEvent(accountId, 'api_key.created', requester, subjectOf(issued.key));
    const limits = { active: API_KEYS_MAX, perHour: API_KEYS_PER_HOUR };
    const mail = await this.more.notices?.apiKeyCreated(accountId, input);
    const outcome = await this.keys.add(issued.key, limits, event, mail);
    if (outcome === 'account_not_found') throw accountNotFound();
    if (outcome === 'limit_reached') throw tooManyKeys(API_KEYS_MAX);
    if (outcome instanceof Date) throw tooMany('new', API_KEYS_PER_HOUR, outcome, now);
    return issued;
  }

  /**
   * Creates a successor of a key. Only this result contains its secret.
   * @throws DomainError `not_found`; `conflict`: `api_key_not_active`, `api_key_limit_reached`; `rate_limit`
   *   `too_many_new_keys`
   */
  async rotate(
    accountId: string,
    id: string,
    rotation: Valid<Rotation>,
    requester: Requester,
  ): Promise<IssuedApiKey> {
    const now = this.clock();
    const keyId = apiKeyId(id);
    if (!keyId) throw apiKeyNotFound();
    let issued: IssuedApiKey | undefined;
    const described = this.more.notices && (await this.keys.find(accountId, keyId));
    const mail = described ? await this.more.notices?.apiKeyCreated(accountId, described.key) : undefined;
    const change = (current: ApiKey) => {
      const by = { id: this.newId(now), createdBy: memberIdOf(requester) };
      const { predecessor, successor } = rotated(current, rotation, by, now);
      issued = successor;
      const event = this.newEvent(accountId, 'api_key.rotated', requester, subjectOf(current));
      return { predecessor, successor: successor.key, event, mail };
    };
    const limits = { active: API_KEYS_WITH_OVERLAP_MAX, perHour: ROTATIONS_PER_HOUR };
    const outcome = await this.keys.rotate(accountId, keyId, change, limits);
    if (outcome === 'not_found') throw apiKeyNotFound();
    if (outcome === 'limit_reached') throw tooManyKeys(API_KEYS_WITH_OVERLAP_MAX);
    if (outcome instanceof Date) throw tooMany('rotations of', ROTATIONS_PER_HOUR, outcome, now);
    this.more.onEnded?.(keyId);
    return issued!;
  }

  /** Revokes a key permanently: here immediately, elsewhere within a second. @throws DomainError `not_found` */
  async revoke(accountId: string, id: string, by: Requester): Promise<void> {
    const keyId = apiKeyId(id);
    const described = keyId && (await this.keys.find(accountId, keyId));
    if (!described) throw apiKeyNotFound();
    const event = this.newEvent(accountId, 'api_key.revoked', by, subjectOf(described.key));
    if (!(await this.keys.revoke(accountId, keyId, this.clock(), event))) throw apiKeyNotFound();
    this.more.onEnded?.(keyId);
  }

  /** Returns all keys, newest first, including expired and revoked ones. */
  list(accountId: string): Promise<readonly ApiKey[]> {
    return this.keys.list(accountId);
  }

  /**
   * Returns the key of the caller. A revocation since its authentication applies to its next request.
   * @throws DomainError `authentication` if the account was deleted
   */
  async describe({ accountId, keyId }: Pick<Caller, 'accountId' | 'keyId'>): Promise<DescribedApiKey> {
    const described = await this.keys.find(accountId, keyId);
    if (!described) throw apiKeyInvalid();
    return described;
  }
}

const memberIdOf = ({ type, id }: Requester): string | null =>
  type === 'owner' && id !== undefined ? id : null;

const subjectOf = ({ id, name }: ApiKey) => ({ id, name });

function tooMany(what: string, maximum: number, possibleAt: Date, now: Date): DomainError {
  const retryAfter = Math.max(1, Math.ceil((possibleAt.getTime() - now.getTime()) / 1000));
  const message = `Too many ${what} API keys (maximum ${maximum} per hour). Retry in ${retryAfter} seconds.`;
  return new DomainError('rate_limit', 'too_many_new_keys', message, { retryAfter });
}

const tooManyKeys = (maximum: number) =>
  new DomainError('conflict', 'api_key_limit_reached', `Too many API keys (maximum ${maximum})`);
