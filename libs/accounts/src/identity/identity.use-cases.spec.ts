import { createHmac, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { invalidValue, isObject, parse, type Rule } from '@libs/kernel';
import { FlattenedSign, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { anAccount, aPerson, idAt, InMemoryAccountRepository, PlainSecretSealer } from '../../testing';
import type { Account } from '../account/account';
import { InMemoryRateLimitStore } from '../rate-limits/in-memory-rate-limit-store';
import { newIdentityKeyRule } from './identity-key';
import { IdentityUseCases } from './identity.use-cases';
import { JoseTokenSignatures } from './jose-token-signatures';
import { publicKeyIn, type PublicKey } from './public-key';

const NOW = new Date('2026-03-03T10:00:00.000Z');
const SECONDS = NOW.getTime() / 1000;
const CLAIMS = { aud: 'acme', sub: 'user-1', exp: SECONDS + 300, email: 'ada@example.com' };
const BY = { type: 'owner', id: idAt(NOW) } as const;
const SECRET = 'a secret that has more than 32 bytes';
const URL = 'https://customer.example/jwks.json';

const PAIRS = {
  EdDSA: generateKeyPairSync('ed25519'),
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};
const OTHER = generateKeyPairSync('ed25519');
const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();

/** The claims about a person, as far as this core needs them. */
const emailOnly: Rule<{ readonly email: string | null }> = {
  schema: {},
  read(value, _param, issues) {
    const email = isObject(value) ? (value['email'] ?? null) : null;
    if (email !== null && typeof email !== 'string') issues.push(invalidValue('email', 'must be text'));
    return { email: email as string | null };
  },
};

const sign = (
  claims: JWTPayload & object,
  key: KeyObject | Uint8Array = PAIRS.EdDSA.privateKey,
  header: { readonly alg: string; readonly kid?: string } = { alg: 'EdDSA' },
) => new SignJWT(claims).setProtectedHeader(header).sign(key);

/** A token of any parts, with an HMAC of them. */
const forged = (header: unknown, claims: unknown, key: string) => {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
};

/** identity.md 1, identity.md 2, identity.md 3 */
describe('IdentityUseCases', () => {
  let accounts: InMemoryAccountRepository;
  let account: Account;
  let published: readonly PublicKey[] | null;
  let box: PlainSecretSealer;
  let identity: IdentityUseCases<{ readonly email: string | null }>;

  const useCases = () =>
    new IdentityUseCases(
      {
        accounts,
        signatures: new JoseTokenSignatures(),
        published: { find: async () => published },
        urls: { problemOf: async (url) => (url === URL ? null : 'must be a public https URL') },
        uses: new InMemoryRateLimitStore(() => NOW),
        box,
      },
      emailOnly,
      () => NOW,
      idAt,
      randomBytes,
    );
  const current = async () => (await accounts.findBySlug(account.slug))!;
  const add = async (input: object) => {
    const added = await identity.add(account.id, parse(newIdentityKeyRule, input), BY);
    account = await current();
    return added;
  };
  const addPublic = (key = PAIRS.EdDSA.publicKey) => add({ type: 'public', key: pemOf(key) });
  const reasonsOf = async (token: string) =>
    (await identity.test(account, token)).problems.map(({ reason }) => reason);

  beforeEach(async () => {
    accounts = new InMemoryAccountRepository();
    account = anAccount({ slug: 'acme', aliases: ['old-acme'] });
    await accounts.add(account, aPerson({ id: BY.id }));
    published = null;
    box = new PlainSecretSealer();
    identity = useCases();
  });

  describe('verify', () => {
    it.each(['EdDSA', 'ES256', 'RS256'] as const)('accepts a token signed with %s', async (alg) => {
      await addPublic(PAIRS[alg].publicKey);
      const token = await sign(CLAIMS, PAIRS[alg].privateKey, { alg, kid: 'any' });
      expect(await identity.verify(account, token)).toEqual({
        person: { email: 'ada@example.com' },
        jti: null,
      });
    });

    it('accepts a token signed with a secret of the customer, or of the service', async () => {
      await add({ type: 'secret', secret: SECRET });
      const { secret } = await add({ type: 'secret' });
      for (const text of [SECRET, secret!]) {
        const token = await sign(CLAIMS, Buffer.from(text), { alg: 'HS256' });
        expect(await identity.verify(account, token)).toMatchObject({ jti: null });
      }
    });

    it('accepts all keys of an account, those at its URL too, by their kid', async () => {
      await add({ type: 'jwks', url: URL });
      await addPublic();
      published = [{ ...(publicKeyIn(pemOf(PAIRS.ES256.publicKey)) as PublicKey), kid: 'k2' }];
      const tokens = [
        await sign(CLAIMS),
        await sign(CLAIMS, PAIRS.ES256.privateKey, { alg: 'ES256', kid: 'k2' }),
      ];
      for (const token of tokens) expect(await reasonsOf(token)).toEqual([]);
    });

    it.each<[string, object]>([
      ['an alias', { aud: 'old-acme' }],
      ['one of several audiences', { aud: ['other', 'acme'] }],
      ['a clock that is 59 seconds ahead', { iat: SECONDS + 59, nbf: SECONDS + 59, exp: SECONDS + 659 }],
      ['a clock that is 59 seconds behind', { exp: SECONDS - 59 }],
      ['the longest ID', { sub: '😀'.repeat(255), jti: 'x'.repeat(255) }],
      ['no address', { email: undefined }],
      ['claims for others', { role: 'admin', nested: { a: [1] } }],
    ])('accepts %s', async (_what, more) => {
      await addPublic();
      expect(await reasonsOf(await sign({ ...CLAIMS, ...more }))).toEqual([]);
    });

    it.each<[string, object, string]>([
      ['the slug of another account', { aud: 'other' }, 'wrong_audience'],
      ['no audience', { aud: undefined }, 'wrong_audience'],
      ['an expired token', { exp: SECONDS - 60 }, 'expired'],
      ['a token that is valid too long', { exp: SECONDS + 661 }, 'valid_too_long'],
      ['a token without an end', { exp: undefined }, 'invalid_claim'],
      ['a token that is not valid yet', { nbf: SECONDS + 61 }, 'not_yet_valid'],
      ['a token of the future', { iat: SECONDS + 61 }, 'not_yet_valid'],
      ['no subject', { sub: undefined }, 'invalid_claim'],
      ['an empty subject', { sub: '' }, 'invalid_claim'],
      ['a long subject', { sub: '😀'.repeat(256) }, 'invalid_claim'],
      ['an empty jti', { jti: '' }, 'invalid_claim'],
      ['an invalid address', { email: 5 }, 'invalid_claim'],
    ])('refuses %s', async (_what, more, reason) => {
      await addPublic();
      expect(await reasonsOf(await sign({ ...CLAIMS, ...more }))).toEqual([reason]);
    });

    it.each<[string, () => string | Promise<string>, string]>([
      ['alg none', () => new UnsecuredJWT(CLAIMS).encode(), 'unsigned'],
      ['alg none with a signature', () => forged({ alg: 'none' }, CLAIMS, SECRET), 'unsigned'],
      ['a token without its signature', async () => (await sign(CLAIMS)).replace(/[^.]*$/, ''), 'unsigned'],
      [
        'HS256 with the public key as the secret',
        () => forged({ alg: 'HS256' }, CLAIMS, pemOf(PAIRS.EdDSA.publicKey)),
        'wrong_algorithm',
      ],
      ['another algorithm', () => sign(CLAIMS, PAIRS.RS256.privateKey, { alg: 'RS256' }), 'wrong_algorithm'],
      ['no algorithm', () => forged({}, CLAIMS, SECRET), 'wrong_algorithm'],
      ['another key', () => sign(CLAIMS, OTHER.privateKey), 'wrong_signature'],
      [
        'changed claims',
        async () => {
          const [header, , signature] = (await sign(CLAIMS)).split('.');
          const claims = Buffer.from(JSON.stringify({ ...CLAIMS, sub: 'admin' })).toString('base64url');
          return [header, claims, signature].join('.');
        },
        'wrong_signature',
      ],
      [
        'a critical header that no one knows',
        () => forged({ alg: 'EdDSA', crit: ['b64'], b64: false }, CLAIMS, SECRET),
        'wrong_signature',
      ],
      ['text', () => 'hello', 'malformed'],
      ['nothing', () => '', 'malformed'],
      ['JSON that is cut', () => `${Buffer.from('{"alg":').toString('base64url')}.e30.AA`, 'malformed'],
      ['claims that are no object', () => forged({ alg: 'EdDSA' }, [], SECRET), 'malformed'],
      [
        'invalid UTF-8',
        () => `${Buffer.from('{"a":"\xff"}', 'latin1').toString('base64url')}.e30.AA`,
        'malformed',
      ],
      ['five parts', () => 'e30.e30.e30.e30.e30', 'malformed'],
      ['a token that is too long', () => sign({ ...CLAIMS, more: 'x'.repeat(4_096) }), 'malformed'],
    ])('refuses %s', async (_what, token, reason) => {
      await addPublic();
      expect((await reasonsOf(await token()))[0]).toBe(reason);
      await expect(identity.verify(account, await token())).rejects.toMatchObject({
        kind: 'validation',
        code: 'identity_invalid',
        facts: { issues: [{ param: 'token', reason }] },
      });
    });

    it('refuses an extension that the library supports', async () => {
      await addPublic();
      for (const b64 of [true, false]) {
        const claims = Buffer.from(JSON.stringify(CLAIMS)).toString('base64url');
        const { protected: header, signature } = await new FlattenedSign(
          Buffer.from(b64 ? JSON.stringify(CLAIMS) : claims),
        )
          .setProtectedHeader({ alg: 'EdDSA', crit: ['b64'], b64 })
          .sign(PAIRS.EdDSA.privateKey);
        expect(await reasonsOf(`${header}.${claims}.${signature}`)).toEqual(['wrong_signature']);
      }
    });

    it('refuses an unknown kid', async () => {
      const jwk = { ...PAIRS.EdDSA.publicKey.export({ format: 'jwk' }), kid: 'k1' };
      await add({ type: 'public', key: JSON.stringify(jwk) });
      expect(await reasonsOf(await sign(CLAIMS))).toEqual([]);
      const tokenOf = (kid: string) => sign(CLAIMS, PAIRS.EdDSA.privateKey, { alg: 'EdDSA', kid });
      expect(await reasonsOf(await tokenOf('k1'))).toEqual([]);
      expect(await reasonsOf(await tokenOf('k2'))).toEqual(['unknown_key']);
    });

    it('refuses every token without keys, and if the keys at the URL cannot be read', async () => {
      expect(await reasonsOf(await sign(CLAIMS))).toEqual(['not_configured']);
      await add({ type: 'jwks', url: URL });
      expect(await reasonsOf(await sign(CLAIMS))).toEqual(['keys_unavailable']);
      published = [];
      expect(await reasonsOf(await sign(CLAIMS))).toEqual(['unknown_key']);
    });

    it('has messages without values of the token', async () => {
      await addPublic();
      const token = await sign({ ...CLAIMS, aud: 'secret-value', exp: 1, sub: '' });
      const { problems } = await identity.test(account, token);
      expect(problems.map(({ reason }) => reason)).toEqual(['wrong_audience', 'expired', 'invalid_claim']);
      expect(JSON.stringify(problems)).not.toContain('secret-value');
    });
  });

  describe('use', () => {
    it('accepts a token with jti once per account, and others again', async () => {
      await addPublic();
      const once = await identity.verify(account, await sign({ ...CLAIMS, jti: 'a' }));
      const often = await identity.verify(account, await sign(CLAIMS));
      const store = async () => 'stored';
      expect(await identity.use(account, once, store)).toBe('stored');
      await expect(identity.use(account, once, store)).rejects.toMatchObject({ code: 'identity_invalid' });
      await identity.use(account, { ...once, jti: 'b' }, store);
      await identity.use({ id: 'other' }, once, store);
      for (let n = 0; n < 2; n++) await identity.use(account, often, store);
    });

    it('does not use a token up if nothing is stored', async () => {
      const token = { person: { email: null }, jti: 'a' };
      const full = new Error('full');
      for (let n = 0; n < 2; n++) {
        const failing = identity.use(account, token, () => Promise.reject(full));
        await expect(failing).rejects.toBe(full);
      }
      const stored: string[] = [];
      const both = ['a', 'b'].map((name) => identity.use(account, token, async () => stored.push(name)));
      expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
      expect(stored).toEqual(['a']);
    });
  });

  describe('keys', () => {
    it('are added up to three, with one URL, and removed', async () => {
      const { key } = await add({ type: 'jwks', url: URL });
      await expect(add({ type: 'jwks', url: URL })).rejects.toMatchObject({
        code: 'identity_key_limit_reached',
      });
      await addPublic();
      await add({ type: 'secret', secret: SECRET });
      await expect(addPublic()).rejects.toMatchObject({
        kind: 'conflict',
        code: 'identity_key_limit_reached',
      });
      await identity.remove(account, key.id.toUpperCase(), BY);
      expect((await current()).identityKeys.map(({ type }) => type)).toEqual(['public', 'secret']);
      const unknown = identity.remove(await current(), key.id, BY);
      await expect(unknown).rejects.toMatchObject({ kind: 'not_found', code: 'identity_key_not_found' });
    });

    it('store secrets encrypted, for this key only, and encrypt them again', async () => {
      const { key } = await add({ type: 'secret', secret: SECRET });
      expect(JSON.stringify(await current())).not.toContain(SECRET);
      const [stored] = (await current()).identityKeys;
      expect(box.open(Buffer.from((stored as { sealed: string }).sealed, 'base64'), key.id)).toBe(SECRET);
      expect(await identity.resealAll()).toBe(0);
      box = new PlainSecretSealer('b');
      identity = useCases();
      expect(await identity.resealAll()).toBe(1);
      account = await current();
      expect(await reasonsOf(await sign(CLAIMS, Buffer.from(SECRET), { alg: 'HS256' }))).toEqual([]);
    });

    it('are recorded without what they are', async () => {
      const { key } = await add({ type: 'jwks', url: URL });
      await identity.remove(account, key.id, BY);
      const events = await accounts.log.list(account.id, { limit: 10 });
      // Both are of the same millisecond.
      expect(events.map(({ type, subject }) => [type, subject]).sort()).toEqual(
        ['identity_key.added', 'identity_key.removed'].map((type) => [
          type,
          { id: key.id, name: 'customer.example' },
        ]),
      );
    });

    it.each<[object, string]>([
      [{ type: 'jwks', url: 'https://internal' }, 'url'],
      [{ type: 'jwks' }, 'url'],
      [{ type: 'public', key: 'hello' }, 'key'],
      [{ type: 'public', key: 'x'.repeat(8_193) }, 'key'],
      [{ type: 'secret', secret: 'x'.repeat(31) }, 'secret'],
      [{ type: 'secret', secret: 'x'.repeat(513) }, 'secret'],
      [{ type: 'secret', key: 'x' }, 'key'],
      [{ type: 'other' }, 'type'],
      [{}, 'type'],
    ])('are not added from %j', async (input, param) => {
      const adding = (async () => add(input))();
      await expect(adding).rejects.toMatchObject({ kind: 'validation', facts: { issues: [{ param }] } });
      expect((await current()).identityKeys).toEqual([]);
    });
  });
});
