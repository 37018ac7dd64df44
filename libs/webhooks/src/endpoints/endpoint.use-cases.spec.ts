import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { apiKeyActor, parse } from '@libs/kernel';
import { v7 } from 'uuid';
import { anEndpoint, InMemoryEndpointRepository, InMemoryWebhooks } from '../../testing';
import { SecretBox, UnknownEncryptionKeyError } from '../signing/secret-box';
import { publicKeyOf } from '../signing/signing-key';
import { NEW_HEALTH, type Endpoint } from './endpoint';
import { endpointChangeRule, keyRotationRule, newEndpointRule, URL_DEMAND } from './endpoint.rules';
import { openSecrets } from './endpoint-secrets';
import { EndpointUseCases } from './endpoint.use-cases';

const URL = 'https://hooks.example.com/feedback';
const PRIVATE = 'https://hooks.internal/';
const BY = apiKeyActor(randomUUID());
const KEY = randomBytes(32);
const NO_IDS = [randomUUID(), 'abc', '', "'; --"];
const NOT_FOUND = { kind: 'not_found', code: 'webhook_not_found', message: 'Webhook not found' };
const FORBIDDEN = {
  kind: 'validation',
  code: 'invalid_value',
  message: 'Invalid value for url: must be a public https URL',
};

/** webhooks.md 1 */
describe('EndpointUseCases', () => {
  let now: Date;
  let store: InMemoryWebhooks;
  let repository: InMemoryEndpointRepository;
  let box: SecretBox;
  let endpoints: EndpointUseCases;
  let accountId: string;

  beforeEach(() => {
    now = new Date('2026-03-03T10:00:00.000Z');
    store = new InMemoryWebhooks();
    repository = new InMemoryEndpointRepository(store);
    box = new SecretBox(randomBytes, KEY);
    endpoints = useCases();
    accountId = randomUUID();
  });
  const useCases = () =>
    new EndpointUseCases(
      repository,
      { problemOf: async (url) => (url === PRIVATE ? URL_DEMAND : null) },
      box,
      () => now,
      (at) => v7({ msecs: at.getTime() }),
      randomBytes,
    );
  const create = (fields: object = {}) =>
    endpoints.create(accountId, parse(newEndpointRule, { url: URL, events: ['*'], ...fields }), BY);
  const update = (id: string, fields: object) =>
    endpoints.update(accountId, id, parse(endpointChangeRule, fields), BY);
  const rotate = (id: string, overlap_seconds?: number) =>
    endpoints.rotate(accountId, id, parse(keyRotationRule, { overlap_seconds }), BY);
  const stored = async ({ id }: Endpoint) => (await repository.find(accountId, id, now))!.endpoint;
  const secretsOf = async (endpoint: Endpoint) => openSecrets(box, await stored(endpoint));
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

  describe('create', () => {
    it('stores an endpoint with defaults, and returns its secret only once', async () => {
      const { secret, health, endpoint } = await create();
      expect(secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/);
      expect(health).toEqual(NEW_HEALTH);
      expect(endpoint).toEqual({
        id: expect.stringMatching(/^019cb/),
        accountId,
        url: URL,
        events: ['*'],
        payload: 'full',
        signature: 'hmac',
        description: null,
        excludeActor: null,
        status: 'active',
        disabledReason: null,
        headerNames: [],
        publicKey: null,
        sealed: expect.any(Uint8Array),
        previousKeyExpiresAt: null,
        createdBy: BY,
        createdAt: now,
        updatedAt: now,
      });
      expect(await endpoints.read(accountId, endpoint.id)).toEqual({ endpoint, health });
      expect(await endpoints.list(accountId)).toEqual([{ endpoint, health }]);
      expect(await secretsOf(endpoint)).toEqual({ keys: [secret], headers: {}, url: URL });
    });

    it('stores every field, and the values of headers only encrypted', async () => {
      const headers = { Authorization: 'Bearer 8e03978e', 'x-tenant': '7' };
      const fields = { events: ['feedback.created'], payload: 'thin', description: 'Sync' };
      const { endpoint } = await create({ ...fields, headers });
      expect(endpoint).toMatchObject({ ...fields, headerNames: ['Authorization', 'x-tenant'] });
      expect((await secretsOf(endpoint)).headers).toEqual(headers);
      expect(JSON.stringify(endpoint)).not.toContain('8e03978e');
      expect(Buffer.from(endpoint.sealed).includes('8e03978e')).toBe(false);
    });

    it('returns a public key for ed25519, and never the private one', async () => {
      const issued = await create({ signature: 'ed25519' });
      const { keys } = await secretsOf(issued.endpoint);
      expect(issued.secret).toBeNull();
      expect(issued.endpoint.publicKey).toBe(publicKeyOf(keys[0]));
      expect(keys[0]).toMatch(/^whsk_/);
      expect(JSON.stringify(issued)).not.toContain('whsk_');
    });

    it('encrypts the secrets of each endpoint for this endpoint only', async () => {
      const [one, other] = [await create(), await create()];
      expect(one.secret).not.toBe(other.secret);
      expect(() => box.open(one.endpoint.sealed, other.endpoint.id)).toThrow();
    });

    it('rejects a URL that the service does not send requests to', async () => {
      await expect(create({ url: PRIVATE })).rejects.toMatchObject(FORBIDDEN);
      expect(await endpoints.list(accountId)).toEqual([]);
    });

    it('allows 50 endpoints per account', async () => {
      for (let i = 0; i < 50; i++) await create();
      await expect(create()).rejects.toMatchObject({
        kind: 'conflict',
        code: 'webhook_limit_reached',
        message: 'Too many webhooks (maximum 50)',
      });
      accountId = randomUUID();
      await create();
    });

    it('stores nothing for an account that no longer exists', async () => {
      store.removedAccounts.add(accountId);
      await expect(create()).rejects.toMatchObject({ kind: 'not_found' });
    });
  });

  it.each(NO_IDS)('finds nothing with the ID %j', async (id) => {
    await create();
    await expect(endpoints.read(accountId, id)).rejects.toMatchObject(NOT_FOUND);
    await expect(update(id, {})).rejects.toMatchObject(NOT_FOUND);
    await expect(rotate(id)).rejects.toMatchObject(NOT_FOUND);
    await expect(endpoints.remove(accountId, id, BY)).rejects.toMatchObject(NOT_FOUND);
  });

  it('finds an endpoint by its ID in any case, and only in its account', async () => {
    const { endpoint } = await create();
    const id = endpoint.id.toUpperCase();
    expect((await endpoints.read(accountId, id)).endpoint).toEqual(endpoint);
    expect((await update(id, { description: 'Sync' })).endpoint.description).toBe('Sync');
    expect((await rotate(id)).endpoint.id).toBe(endpoint.id);
    expect(await endpoints.attemptCounts(accountId, id, now)).toEqual([]);
    await expect(endpoints.read(randomUUID(), id)).rejects.toMatchObject(NOT_FOUND);
    await expect(endpoints.remove(randomUUID(), id, BY)).rejects.toMatchObject(NOT_FOUND);
    await endpoints.remove(accountId, id, BY);
    expect(await endpoints.list(accountId)).toEqual([]);
  });

  describe('update', () => {
    it('keeps fields that the request does not have', async () => {
      const { endpoint } = await create({ headers: { 'x-a': '1' }, description: 'Sync', payload: 'thin' });
      now = later(60);
      expect((await update(endpoint.id, {})).endpoint).toEqual({ ...endpoint, updatedAt: now });
      const changes = { url: 'https://other.example.com/', events: ['feedback.deleted'], description: null };
      const { endpoint: changed } = await update(endpoint.id, changes);
      expect(changed).toEqual({ ...endpoint, ...changes, sealed: changed.sealed, updatedAt: now });
      expect((await endpoints.read(accountId, endpoint.id)).endpoint).toEqual(changed);
    });

    it('replaces all headers, and keeps the keys', async () => {
      const { endpoint } = await create({ headers: { 'x-a': '1', 'x-b': '2' } });
      await rotate(endpoint.id);
      const { keys } = await secretsOf(endpoint);
      const { endpoint: changed } = await update(endpoint.id, { headers: { 'x-c': '3' } });
      expect(changed.headerNames).toEqual(['x-c']);
      expect(await secretsOf(endpoint)).toEqual({ keys, headers: { 'x-c': '3' }, url: URL });
      await update(endpoint.id, { headers: {} });
      expect(await secretsOf(endpoint)).toEqual({ keys, headers: {}, url: URL });
    });

    it('rejects a URL that the service does not send requests to, and changes nothing', async () => {
      const { endpoint } = await create();
      const before = await stored(endpoint);
      const change = update(endpoint.id, { url: PRIVATE, description: 'Sync' });
      await expect(change).rejects.toMatchObject(FORBIDDEN);
      expect(await stored(endpoint)).toEqual(before);
    });

    it('forgets why the service disabled an endpoint only if the status changes', async () => {
      const { endpoint } = await create();
      await repository.disable(accountId, endpoint.id, 'gone', now);
      expect((await update(endpoint.id, { status: 'disabled' })).endpoint.disabledReason).toBe('gone');
      expect((await update(endpoint.id, { status: 'active' })).endpoint).toMatchObject({
        status: 'active',
        disabledReason: null,
      });
      expect((await update(endpoint.id, { status: 'disabled' })).endpoint).toMatchObject({
        status: 'disabled',
        disabledReason: null,
      });
    });
  });

  describe('rotate', () => {
    it('replaces the secret, and lets the previous one sign for a day', async () => {
      const { endpoint, secret: previous } = await create({ headers: { 'x-a': '1' } });
      now = later(60);
      const { secret, endpoint: rotated } = await rotate(endpoint.id);
      expect(secret).toMatch(/^whsec_/);
      expect(secret).not.toBe(previous);
      expect(rotated).toEqual({
        ...endpoint,
        sealed: rotated.sealed,
        previousKeyExpiresAt: later(86_400),
        updatedAt: now,
      });
      expect(await secretsOf(endpoint)).toEqual({
        keys: [secret, previous],
        headers: { 'x-a': '1' },
        url: URL,
      });
    });

    it('lets only the last two secrets sign', async () => {
      const { endpoint } = await create();
      const { secret: second } = await rotate(endpoint.id);
      const { secret: third, endpoint: rotated } = await rotate(endpoint.id, 60);
      expect((await secretsOf(endpoint)).keys).toEqual([third, second]);
      expect(rotated.previousKeyExpiresAt).toEqual(later(60));
    });

    it('ends the previous secret at once without an overlap', async () => {
      const { endpoint } = await create();
      await rotate(endpoint.id);
      const { secret, endpoint: rotated } = await rotate(endpoint.id, 0);
      expect((await secretsOf(endpoint)).keys).toEqual([secret]);
      expect(rotated.previousKeyExpiresAt).toBeNull();
    });

    it('replaces the public key of ed25519, and returns no secret', async () => {
      const { endpoint } = await create({ signature: 'ed25519' });
      const rotated = await rotate(endpoint.id);
      const { keys } = await secretsOf(endpoint);
      expect(rotated.secret).toBeNull();
      expect(rotated.endpoint.publicKey).toBe(publicKeyOf(keys[0]));
      expect(publicKeyOf(keys[1]!)).toBe(endpoint.publicKey);
      expect(rotated.endpoint.publicKey).not.toBe(endpoint.publicKey);
      expect(JSON.stringify(rotated)).not.toContain('whsk_');
    });
  });

  it('removes all endpoints of an account', async () => {
    await create();
    const other = anEndpoint();
    await repository.add(other, 50);
    await endpoints.removeAll(accountId);
    expect(await endpoints.list(accountId)).toEqual([]);
    expect(await endpoints.list(other.accountId)).toHaveLength(1);
  });

  /** webhooks.md 4 */
  describe('the URL', () => {
    const TOKEN = 'T0K3N';
    const secretUrl = (host = 'hooks.example.com') => `https://${host}/services/${TOKEN}?a=1`;
    const OTHER = secretUrl('other.example.com:8443');
    const urls = async (id: string) => [
      (await endpoints.read(accountId, id)).endpoint.url,
      (await endpoints.list(accountId)).find(({ endpoint }) => endpoint.id === id)!.endpoint.url,
    ];
    const useKey = (...keys: [Uint8Array, Uint8Array?]) => {
      box = new SecretBox(randomBytes, ...keys);
      endpoints = useCases();
    };

    it('is stored only encrypted, except scheme and host, and returned in full', async () => {
      const { endpoint } = await create({ url: secretUrl() });
      expect([endpoint.url, ...(await urls(endpoint.id))]).toEqual(Array(3).fill(secretUrl()));
      expect((await stored(endpoint)).url).toBe('https://hooks.example.com');
      const { endpoint: changed } = await update(endpoint.id, { url: OTHER, headers: { 'x-a': '1' } });
      expect([changed.url, ...(await urls(endpoint.id))]).toEqual(Array(3).fill(OTHER));
      expect(await secretsOf(endpoint)).toMatchObject({ headers: { 'x-a': '1' }, url: OTHER });
      const { url, sealed } = await stored(endpoint);
      expect([url, Buffer.from(sealed).includes(TOKEN)]).toEqual(['https://other.example.com:8443', false]);
      expect(JSON.stringify(store.endpoints)).not.toContain(TOKEN);
    });

    it('does not change with other fields or keys', async () => {
      const { endpoint } = await create({ url: secretUrl() });
      await update(endpoint.id, { headers: { 'x-a': '1' }, status: 'disabled' });
      await rotate(endpoint.id);
      expect(await urls(endpoint.id)).toEqual([secretUrl(), secretUrl()]);
    });

    it('is stored without encryption for the release before, which can change it', async () => {
      store.sealsUrls = false;
      const { endpoint } = await create({ url: secretUrl() });
      expect([endpoint.url, (await stored(endpoint)).url]).toEqual([secretUrl(), secretUrl()]);
      await update(endpoint.id, { url: OTHER });
      expect((await stored(endpoint)).url).toBe(OTHER);
      expect(await secretsOf(endpoint)).not.toHaveProperty('url');
      await repository.change(accountId, endpoint.id, (current) => ({ ...current, url: URL }));
      await rotate(endpoint.id);
      expect(await urls(endpoint.id)).toEqual([URL, URL]);
    });

    it('of the release before stays readable, and is encrypted when it changes', async () => {
      store.sealsUrls = false;
      const { endpoint } = await create({ url: secretUrl() });
      store.sealsUrls = true;
      await update(endpoint.id, { description: 'Sync', headers: { 'x-a': '1' } });
      expect(await urls(endpoint.id)).toEqual([secretUrl(), secretUrl()]);
      await update(endpoint.id, { url: OTHER });
      expect(await urls(endpoint.id)).toEqual([OTHER, OTHER]);
      expect(JSON.stringify(store.endpoints)).not.toContain(TOKEN);
    });

    it('is encrypted with a new key by resealAll', async () => {
      const { endpoint } = await create({ url: secretUrl() });
      const next = randomBytes(32);
      useKey(next, KEY);
      await endpoints.resealAll();
      useKey(next);
      expect(await urls(endpoint.id)).toEqual([secretUrl(), secretUrl()]);
    });

    it('has only scheme and host without its key, and the endpoint can be disabled and deleted', async () => {
      const { endpoint } = await create({ url: secretUrl() });
      useKey(randomBytes(32));
      expect(await urls(endpoint.id)).toEqual(Array(2).fill('https://hooks.example.com'));
      await update(endpoint.id, { status: 'disabled' });
      await endpoints.remove(accountId, endpoint.id, BY);
      expect(await endpoints.list(accountId)).toEqual([]);
    });
  });

  describe('resealAll', () => {
    const NEXT = createHash('sha256').update(KEY).digest();

    it('encrypts secrets with the current key, where the previous one is in use', async () => {
      const { endpoint, secret } = await create();
      box = new SecretBox(randomBytes, NEXT, KEY);
      endpoints = useCases();
      const { endpoint: current } = await create();
      expect(await endpoints.resealAll()).toBe(1);
      expect(await endpoints.resealAll()).toBe(0);
      expect((await stored(current)).sealed).toBe(current.sealed);
      box = new SecretBox(randomBytes, NEXT);
      expect((await secretsOf(endpoint)).keys).toEqual([secret]);
    });

    it('throws if no key decrypts a secret, and changes nothing', async () => {
      const { endpoint } = await create();
      box = new SecretBox(randomBytes, NEXT);
      endpoints = useCases();
      await expect(endpoints.resealAll()).rejects.toThrow(UnknownEncryptionKeyError);
      expect((await stored(endpoint)).sealed).toBe(endpoint.sealed);
    });
  });

  /** dashboard.md 13 */
  it('records new endpoints, new URLs and secrets, and deletions in the security log', async () => {
    const by = { ...BY, ip: '192.0.2.1' };
    const input = parse(newEndpointRule, { url: `${URL}?token=1`, events: ['*'] });
    const { endpoint, secret } = await endpoints.create(accountId, input, by);
    expect(endpoint.createdBy).toEqual(BY);
    await update(endpoint.id, { description: 'Sync', url: `${URL}?token=1` });
    await update(endpoint.id, { url: `${URL}?token=2` });
    await update(endpoint.id, { url: 'https://other.example.com:8443/a' });
    await rotate(endpoint.id);
    await endpoints.remove(accountId, endpoint.id, BY);
    await expect(endpoints.remove(accountId, endpoint.id, BY)).rejects.toMatchObject(NOT_FOUND);
    const common = { id: expect.any(String), accountId, createdAt: now, by: BY };
    const [id, host] = [endpoint.id, 'other.example.com:8443'];
    expect(store.securityLog).toEqual([
      { ...common, type: 'webhook.created', by, subject: { id, name: 'hooks.example.com' } },
      { ...common, type: 'webhook.url_changed', subject: { id, name: 'hooks.example.com' } },
      { ...common, type: 'webhook.url_changed', subject: { id, name: host } },
      { ...common, type: 'webhook.secret_rotated', subject: { id, name: host } },
      { ...common, type: 'webhook.deleted', subject: { id, name: host } },
    ]);
    expect(JSON.stringify(store.securityLog)).not.toContain(secret);
  });
});
