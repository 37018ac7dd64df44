import { hash } from 'node:crypto';
import {
  securityEvents,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Requester,
  type Rule,
  type Valid,
} from '@libs/kernel';
import { requireFound, slugsOf, type Account } from '../account/account';
import type { AccountRepository } from '../account/account.ports';
import type { RateLimitStore } from '../rate-limits/rate-limit.ports';
import { HOUR_SECONDS } from '../rate-limits/rate-limit';
import type { SecretSealer } from '../second-factor/second-factor.ports';
import {
  forbiddenKeyUrl,
  identityKeyNotFound,
  withKey,
  type IdentityKey,
  type NewIdentityKey,
} from './identity-key';
import {
  claimProblems,
  identityInvalid,
  PROBLEMS,
  readToken,
  wrongAlgorithm,
  type IdentityProblem,
  type ReadToken,
} from './identity-token';
import type { KeyUrls, PublishedKeys, SignatureKey, TokenSignatures } from './identity.ports';
import { NAMES } from './public-key';

const SECRET_BYTES = 32;
/** Longer than any token with the `jti` is valid. */
const ONCE = [{ name: 'hour', quota: 1, windowSeconds: HOUR_SECONDS }] as const;

type TokenAccount = Pick<Account, 'id' | 'slug' | 'aliases' | 'identityKeys'>;

/** What a token says, and everything that is wrong with it. */
export interface TokenTest {
  /** Null if the token cannot be read. */
  readonly token: Pick<ReadToken, 'header' | 'claims'> | null;
  readonly problems: readonly IdentityProblem[];
}

/** Identity from the customer's application (identity.md). @typeParam Person what the claims say about the person */
export class IdentityUseCases<Person> {
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly ports: {
      readonly accounts: Pick<AccountRepository, 'revise' | 'reviseIdentityKeys'>;
      readonly signatures: TokenSignatures;
      readonly published: PublishedKeys;
      readonly urls: KeyUrls;
      /** Counts uses of `jti`. */
      readonly uses: RateLimitStore;
      readonly box: SecretSealer;
    },
    private readonly personRule: Rule<Person>,
    private readonly clock: Clock,
    private readonly newId: NewId,
    private readonly random: (size: number) => Uint8Array,
  ) {
    this.newEvent = securityEvents(clock, newId);
  }

  /**
   * Adds a key. Only this result contains the secret of a new one; null for other types.
   * @throws DomainError `validation` if the service does not read the URL; `conflict` `identity_key_limit_reached`
   */
  async add(
    accountId: string,
    input: Valid<NewIdentityKey>,
    by: Requester,
  ): Promise<{ readonly key: IdentityKey; readonly secret: string | null }> {
    const url = input.type === 'jwks' ? await this.ports.urls.problemOf(input.url) : null;
    if (url !== null) throw forbiddenKeyUrl(url);
    const now = this.clock();
    const { key, secret } = this.newKey(input, { id: this.newId(now), createdAt: now.toISOString() });
    await this.change(accountId, 'identity_key.added', key, by, (keys) => withKey(keys, key));
    return { key, secret };
  }

  /** @throws DomainError `not_found` */
  async remove({ id: accountId, identityKeys }: TokenAccount, id: string, by: Requester): Promise<void> {
    const key = identityKeys.find((one) => one.id === id.toLowerCase());
    if (!key) throw identityKeyNotFound();
    const without = (keys: readonly IdentityKey[]) => keys.filter((one) => one.id !== key.id);
    await this.change(accountId, 'identity_key.removed', key, by, without);
  }

  /** Does not use up the `jti` of a token. */
  async test(account: TokenAccount, token: string): Promise<TokenTest> {
    const read = readToken(token);
    if (!read) return { token: null, problems: [PROBLEMS.malformed] };
    const { header, claims } = read;
    const signature = await this.signatureProblem(account, token, read);
    const expected = { slugs: slugsOf(account), now: this.clock(), personRule: this.personRule };
    const problems = [...(signature ? [signature] : []), ...claimProblems(claims, expected)];
    return { token: { header, claims }, problems };
  }

  /** Returns what a valid token says about the person. @throws DomainError `validation` `identity_invalid` */
  async verify(account: TokenAccount, token: string): Promise<VerifiedToken<Person>> {
    const { token: read, problems } = await this.test(account, token);
    if (problems[0]) throw identityInvalid(problems[0]);
    const { claims } = read!;
    return {
      person: this.personRule.read(claims, '', []),
      jti: (claims['jti'] as string | undefined) ?? null,
    };
  }

  /**
   * Stores what a token allows. Uses the token up if it can be used once, unless `store` rejects.
   * @throws DomainError `validation` `identity_invalid` if it was used before; as `store`
   */
  async use<T>(
    { id }: Pick<Account, 'id'>,
    { jti }: VerifiedToken<Person>,
    store: () => Promise<T>,
  ): Promise<T> {
    if (jti === null) return store();
    const name = `identity ${id} ${hash('sha256', jti)}`;
    const { admitted } = await this.ports.uses.take(name, ONCE);
    if (!admitted) throw identityInvalid(PROBLEMS.replayed);
    try {
      return await store();
    } catch (error) {
      // Without it, the token stays used up. The first error is the reason.
      await this.ports.uses.clear(name).catch(() => {});
      throw error;
    }
  }

  /** Encrypts all secrets with the current key (webhooks.md 4). Returns the number of accounts that had others. */
  resealAll(): Promise<number> {
    return this.ports.accounts.reviseIdentityKeys((keys) => {
      const next = keys.map((key) => this.resealed(key));
      return next.every((key, i) => key === keys[i]) ? null : next;
    });
  }

  /** What is wrong with the signature of a token; null if a key of the account made it. */
  private async signatureProblem(
    account: TokenAccount,
    token: string,
    { header, isSigned }: ReadToken,
  ): Promise<IdentityProblem | null> {
    const { alg, kid } = header;
    if (!isSigned || alg === 'none') return PROBLEMS.unsigned;
    if (account.identityKeys.length === 0) return PROBLEMS.notConfigured;
    const name = typeof kid === 'string' ? kid : null;
    const { keys, isComplete } = await this.signatureKeys(account, name);
    const refused = (problem: IdentityProblem) => (isComplete ? problem : PROBLEMS.keysUnavailable);
    const named = keys.filter(
      (key) => name === null || !('kid' in key) || key.kid === null || key.kid === name,
    );
    if (named.length === 0) return refused(PROBLEMS.unknownKey);
    const usable = named.filter((key) => namesOf(key).includes(String(alg)));
    if (usable.length === 0)
      return refused(wrongAlgorithm([...new Set(named.map(({ algorithm }) => algorithm))]));
    for (const key of usable) if (await this.ports.signatures.isSignedBy(token, key)) return null;
    return refused(PROBLEMS.wrongSignature);
  }

  /** All keys of the account. Not complete if those at its URL cannot be read. */
  private async signatureKeys({ id, identityKeys }: TokenAccount, kid: string | null) {
    const keys: SignatureKey[] = [];
    let isComplete = true;
    for (const key of identityKeys) {
      if (key.type === 'public') keys.push(key);
      else if (key.type === 'secret') keys.push({ algorithm: 'HS256', secret: this.opened(key) });
      else {
        const published = await this.ports.published.find(id, key.url, kid);
        isComplete = published !== null;
        keys.push(...(published ?? []));
      }
    }
    return { keys, isComplete };
  }

  private newKey(input: Valid<NewIdentityKey>, common: Pick<IdentityKey, 'id' | 'createdAt'>) {
    if (input.type === 'public')
      return { key: { ...common, type: 'public', ...input.key } satisfies IdentityKey, secret: null };
    if (input.type === 'jwks')
      return { key: { ...common, type: 'jwks', url: input.url } satisfies IdentityKey, secret: null };
    const secret = input.secret ?? Buffer.from(this.random(SECRET_BYTES)).toString('base64url');
    const key: IdentityKey = { ...common, type: 'secret', sealed: this.sealed(common.id, secret) };
    return { key, secret: input.secret === undefined ? secret : null };
  }

  private async change(
    accountId: string,
    type: 'identity_key.added' | 'identity_key.removed',
    key: IdentityKey,
    by: Requester,
    changed: (keys: readonly IdentityKey[]) => readonly IdentityKey[],
  ): Promise<void> {
    const event = this.newEvent(accountId, type, by, { id: key.id, name: nameOf(key) });
    const revised = await this.ports.accounts.revise(
      accountId,
      (current) => ({ ...current, identityKeys: changed(current.identityKeys) }),
      () => event,
      by,
    );
    requireFound(revised);
  }

  private sealed = (id: string, secret: string): string =>
    Buffer.from(this.ports.box.seal(secret, id)).toString('base64');

  private opened = ({ id, sealed }: Extract<IdentityKey, { type: 'secret' }>): string =>
    this.ports.box.open(Buffer.from(sealed, 'base64'), id);

  private resealed(key: IdentityKey): IdentityKey {
    if (key.type !== 'secret' || this.ports.box.isCurrent(Buffer.from(key.sealed, 'base64'))) return key;
    return { ...key, sealed: this.sealed(key.id, this.opened(key)) };
  }
}

/** A token that a key of the account has signed. */
export interface VerifiedToken<Person> {
  readonly person: Person;
  /** Null if it can be used several times. */
  readonly jti: string | null;
}

const namesOf = (key: SignatureKey): readonly string[] =>
  key.algorithm === 'HS256' ? ['HS256'] : NAMES[key.algorithm];

/** For people who read the security log. */
const nameOf = (key: IdentityKey): string =>
  key.type === 'public' ? key.algorithm : key.type === 'secret' ? 'HS256' : new URL(key.url).host;
