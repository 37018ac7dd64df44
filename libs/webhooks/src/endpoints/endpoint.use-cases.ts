import {
  securityEvents,
  throwIfInvalid,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Requester,
  type SecurityEvent,
  type Valid,
} from '@libs/kernel';
import { newSigningKey, publicKeyOf } from '../signing/signing-key';
import type { SecretBox } from '../signing/secret-box';
import {
  endpointId,
  endpointNotFound,
  ENDPOINTS_MAX,
  NEW_HEALTH,
  originOf,
  tooManyEndpoints,
  type AttemptCounts,
  type DescribedEndpoint,
  type Endpoint,
  type EndpointSecrets,
  type IssuedEndpoint,
  type Signature,
} from './endpoint';
import type { EndpointRepository } from './endpoint.ports';
import { openSecrets, sealSecrets, withFullUrl } from './endpoint-secrets';
import { forbiddenUrl, type EndpointChange, type KeyRotation, type NewEndpoint } from './endpoint.rules';
import type { EndpointUrls } from './endpoint-urls';

/** Overlap after a rotation, if the request doesn't set one. */
const OVERLAP_SECONDS = 86_400;

/** Manages the endpoints of an account (webhooks.md 1). */
export class EndpointUseCases {
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly urls: EndpointUrls,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly newId: NewId,
    private readonly random: (size: number) => Uint8Array,
  ) {
    this.newEvent = securityEvents(clock, newId);
  }

  /** Returns all endpoints, newest first. */
  async list(accountId: string): Promise<readonly DescribedEndpoint[]> {
    return (await this.endpoints.list(accountId, this.clock())).map((one) => this.withFullUrl(one));
  }

  /** @throws DomainError `not_found` */
  async read(accountId: string, id: string): Promise<DescribedEndpoint> {
    const found = await this.endpoints.find(accountId, requireId(id), this.clock());
    if (!found) throw endpointNotFound();
    return this.withFullUrl(found);
  }

  /**
   * Creates an endpoint. Only this result contains the secret.
   * @throws DomainError `validation` if the service doesn't send requests to the URL; `conflict`
   * `webhook_limit_reached`; `not_found` if there is no such account
   */
  async create(accountId: string, input: Valid<NewEndpoint>, by: Requester): Promise<IssuedEndpoint> {
    await this.requireAllowed(input.url);
    const now = this.clock();
    const id = this.newId(now);
    const signature = input.signature ?? 'hmac';
    const headers = input.headers ?? {};
    const key = this.newKey(signature);
    const { url, secrets } = await this.stored(input.url);
    const endpoint: Endpoint = {
      id,
      accountId,
      url,
      events: input.events,
      payload: input.payload ?? 'full',
      signature,
      description: input.description ?? null,
      excludeActor: input.exclude_actor ?? null,
      status: 'active',
      disabledReason: null,
      headerNames: Object.keys(headers),
      publicKey: publicKey(signature, key),
      sealed: sealSecrets(this.box, id, { keys: [key], headers, ...secrets }),
      previousKeyExpiresAt: null,
      createdBy: { type: by.type, ...(by.id !== undefined && { id: by.id }) },
      createdAt: now,
      updatedAt: now,
    };
    const event = this.newEvent(accountId, 'webhook.created', by, subjectOf(endpoint));
    const outcome = await this.endpoints.add(endpoint, ENDPOINTS_MAX, event);
    if (outcome === 'account_not_found') throw endpointNotFound();
    if (outcome === 'limit_reached') throw tooManyEndpoints();
    return {
      endpoint: { ...endpoint, url: input.url },
      health: NEW_HEALTH,
      secret: secretOf(signature, key),
    };
  }

  /** @throws DomainError `not_found`; `validation` if the service doesn't send requests to the URL */
  async update(
    accountId: string,
    id: string,
    input: Valid<EndpointChange>,
    by: Requester,
  ): Promise<DescribedEndpoint> {
    await this.requireAllowed(input.url);
    const now = this.clock();
    const { url, headers, status, exclude_actor: excludeActor, ...fields } = input;
    const stored = url === undefined ? undefined : await this.stored(url);
    const secrets = { ...(headers && { headers }), ...stored?.secrets };
    const change = (current: Endpoint): Endpoint => ({
      ...current,
      ...fields,
      ...(excludeActor !== undefined && { excludeActor }),
      ...(stored && { url: stored.url }),
      ...(headers && { headerNames: Object.keys(headers) }),
      ...((stored || headers) && { sealed: this.resealed(current, secrets) }),
      ...(status && status !== current.status && { status, disabledReason: null }),
      updatedAt: now,
    });
    const eventOf = (changed: Endpoint, current: Endpoint) =>
      url === undefined || url === withFullUrl(this.box, current).url
        ? null
        : this.newEvent(accountId, 'webhook.url_changed', by, subjectOf(changed));
    return this.change(accountId, id, change, eventOf, by);
  }

  async disableAll(accountId: string, by: Requester): Promise<void> {
    const change = { status: 'disabled' } as Valid<EndpointChange>;
    for (const { endpoint } of await this.list(accountId))
      if (endpoint.status === 'active') await this.update(accountId, endpoint.id, change, by);
  }

  /**
   * Replaces the signing key. Until the end of the overlap, the previous one also signs. Only this result contains the
   * new secret.
   * @throws DomainError `not_found`
   */
  async rotate(
    accountId: string,
    id: string,
    rotation: Valid<KeyRotation>,
    by: Requester,
  ): Promise<IssuedEndpoint> {
    const now = this.clock();
    const { overlap_seconds: overlap = OVERLAP_SECONDS } = rotation;
    let key = '';
    const change = (current: Endpoint): Endpoint => {
      const [previous] = openSecrets(this.box, current).keys;
      key = this.newKey(current.signature);
      return {
        ...current,
        publicKey: publicKey(current.signature, key),
        sealed: this.resealed(current, { keys: overlap > 0 ? [key, previous] : [key] }),
        previousKeyExpiresAt: overlap > 0 ? new Date(now.getTime() + overlap * 1000) : null,
        updatedAt: now,
      };
    };
    const eventOf = (endpoint: Endpoint) =>
      this.newEvent(accountId, 'webhook.secret_rotated', by, subjectOf(endpoint));
    const changed = await this.change(accountId, id, change, eventOf, by);
    return { ...changed, secret: secretOf(changed.endpoint.signature, key) };
  }

  /** @throws DomainError `not_found` */
  async remove(accountId: string, id: string, by: Requester): Promise<void> {
    const { endpoint } = await this.read(accountId, id);
    const event = this.newEvent(accountId, 'webhook.deleted', by, subjectOf(endpoint));
    if (!(await this.endpoints.remove(accountId, endpoint.id, event))) throw endpointNotFound();
  }

  /** Deletes the endpoints of an account that no longer exists. */
  removeAll(accountId: string): Promise<void> {
    return this.endpoints.removeAll(accountId);
  }

  /** Returns the attempts of each hour since a time. The caller has found the endpoint. */
  attemptCounts(accountId: string, id: string, since: Date): Promise<readonly AttemptCounts[]> {
    return this.endpoints.attemptCounts(accountId, requireId(id), since);
  }

  /** Encrypts the secrets of all accounts with the current key, where another one is in use. Returns their number. */
  resealAll(): Promise<number> {
    return this.endpoints.resealAll(({ id, sealed }) =>
      this.box.isCurrent(sealed) ? null : this.box.seal(this.box.open(sealed, id), id),
    );
  }

  private async change(
    accountId: string,
    id: string,
    change: (current: Endpoint) => Endpoint,
    eventOf: (changed: Endpoint, current: Endpoint) => SecurityEvent | null,
    by?: Requester,
  ): Promise<DescribedEndpoint> {
    const changed = await this.endpoints.change(accountId, requireId(id), change, eventOf, by);
    if (!changed) throw endpointNotFound();
    return this.read(accountId, id);
  }

  private async requireAllowed(url: string | undefined): Promise<void> {
    const problem = url === undefined ? null : await this.urls.problemOf(url);
    if (problem !== null) throwIfInvalid([forbiddenUrl(problem)]);
  }

  private newKey(signature: Signature): string {
    return newSigningKey(signature, this.random);
  }

  /** What is stored of a URL: with encryption as `secrets`, and without as `url` (webhooks.md 4). */
  private async stored(url: string): Promise<{ url: string; secrets: Pick<EndpointSecrets, 'url'> }> {
    const isSealed = await this.endpoints.sealsUrls();
    return isSealed ? { url: originOf(url), secrets: { url } } : { url, secrets: { url: undefined } };
  }

  private withFullUrl({ endpoint, health }: DescribedEndpoint): DescribedEndpoint {
    return { endpoint: withFullUrl(this.box, endpoint), health };
  }

  private resealed(current: Endpoint, changes: Partial<EndpointSecrets>): Uint8Array {
    return sealSecrets(this.box, current.id, { ...openSecrets(this.box, current), ...changes });
  }
}

const subjectOf = ({ id, url }: Endpoint) => ({ id, name: new URL(url).host });

const publicKey = (signature: Signature, key: string) => (signature === 'ed25519' ? publicKeyOf(key) : null);
/** A private key never leaves the service. */
const secretOf = (signature: Signature, key: string) => (signature === 'hmac' ? key : null);

function requireId(text: string): string {
  const id = endpointId(text);
  if (!id) throw endpointNotFound();
  return id;
}
