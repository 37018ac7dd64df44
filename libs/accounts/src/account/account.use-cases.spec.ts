import { memberActor, parse, SYSTEM, VISITOR } from '@libs/kernel';
import type { SignedIn } from '../sessions/session';
import { anotherAccountRule, type NewAccount } from './account.rules';
import { AccountUseCases } from './account.use-cases';
import { NEW_FORM } from '../form-settings/form-settings';
import { NEW_PUBLIC_PAGES } from '../public-pages/public-pages';
import { aSignedIn, idAt, InMemoryAccountRepository, PlainPasswordHasher } from '../../testing';

const now = new Date('2026-03-03T10:00:00.000Z');
const ada: NewAccount = { name: 'Acme', email: 'ada@example.org', password: 'k7#mVq2!xLp9' };

describe('AccountUseCases', () => {
  let repository: InMemoryAccountRepository;
  let passwords: PlainPasswordHasher;
  let accounts: AccountUseCases;
  beforeEach(() => {
    repository = new InMemoryAccountRepository();
    passwords = new PlainPasswordHasher();
    const ports = { accounts: repository, passwords };
    accounts = new AccountUseCases(ports, new Set(['qwertyuiop12']), () => now, idAt);
  });
  const create = (overrides: Partial<NewAccount> = {}) =>
    accounts.createAccount(parse(accounts.newAccountRule, { ...ada, ...overrides }), SYSTEM);

  it('lists removed accounts until they are forgotten', async () => {
    const { account } = await create();
    expect(await accounts.listRemoved()).toEqual([]);
    await repository.remove(account.id, now);
    expect(await accounts.listRemoved()).toEqual([{ accountId: account.id, removedAt: now }]);
    await accounts.forgetRemoved(account.id);
    expect(await accounts.listRemoved()).toEqual([]);
  });

  it('creates an account with its owner', async () => {
    const { account, owner } = await create({ name: ' Acme ', email: ' ada@example.org ' });
    expect(account).toMatchObject({
      name: 'Acme',
      slug: 'acme',
      plan: 'free',
      form: NEW_FORM,
      publicPages: NEW_PUBLIC_PAGES,
      createdAt: now,
    });
    expect(owner).toMatchObject({ email: 'ada@example.org', name: 'ada', createdAt: now });
    expect(await accounts.findBySlug('acme')).toEqual(account);
    expect(await repository.findWithOwner('acme')).toEqual({ account, owner });
    expect((await create({ email: 'b@example.org', person_name: ' Bo ' })).owner.name).toBe('Bo');
    expect(await passwords.verify(owner.passwordHash, ada.password)).toBe(true);
  });

  it('creates an account with the next free slug if none was given', async () => {
    const slugs: string[] = [];
    for (let i = 0; i < 11; i++) {
      slugs.push((await create({ email: `a${i}@example.org` })).account.slug);
    }
    expect(slugs.slice(0, 9)).toEqual(['acme', ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => `acme-${n}`)]);
    expect(slugs[9]).toMatch(/^acme-\d{5,10}$/);
    expect(new Set(slugs).size).toBe(11);
  });

  it('rejects a slug and an email address that are in use', async () => {
    await create();
    const again = create({ slug: 'acme', email: 'ADA@example.org' });
    await expect(again).rejects.toMatchObject({ kind: 'conflict', code: 'slug_taken' });
    const { facts } = await again.catch((error) => error);
    expect(facts.issues.map(({ code }: { code: string }) => code)).toEqual(['slug_taken', 'email_taken']);
    const add = jest.spyOn(repository, 'add');
    await expect(create()).rejects.toMatchObject({ code: 'email_taken' });
    expect(add).toHaveBeenCalledTimes(1);
  });

  it('throws account_not_found for an unknown and a malformed slug', async () => {
    const unknown = { kind: 'not_found', code: 'account_not_found', message: 'Account not found' };
    await expect(accounts.findBySlug('nobody')).rejects.toMatchObject(unknown);
    await expect(accounts.findBySlug('nul\0')).rejects.toMatchObject(unknown);
  });

  it('suggests an unused slug, and reports whether an account exists', async () => {
    expect(await accounts.isEmpty()).toBe(true);
    expect(await accounts.suggestSlug('Acme')).toBe('acme');
    for (let n = 0; n < 9; n++) {
      await create({ email: `ada-${n}@example.org` });
    }
    expect(await accounts.isEmpty()).toBe(false);
    expect(await accounts.suggestSlug('Acme')).toMatch(/^acme-\d{3,}$/);
    expect(await accounts.suggestSlug('Grace')).toBe('grace');
  });

  it('records only the first use of the form', async () => {
    const { account } = await create();
    await accounts.noteFormUsed(account);
    const used = await accounts.findBySlug(account.slug);
    expect(used).toEqual({ ...account, formUsedAt: now });
    repository.revise = () => Promise.reject(new Error('asked again'));
    await accounts.noteFormUsed(used);
  });

  it('rejects a common password', async () => {
    const password = 'QwertyUIOP12';
    expect(() => create({ password })).toThrow(expect.objectContaining({ code: 'invalid_value' }));
  });

  /** dashboard.md 13 */
  it('records a new account in the security log', async () => {
    const { account } = await create();
    const event = { id: expect.any(String), accountId: account.id, createdAt: now, by: SYSTEM, subject: {} };
    expect(repository.log.events).toEqual([{ ...event, type: 'account.created' }]);
  });

  it('records the visitor who signs up as the owner', async () => {
    const visitor = { ...VISITOR, ip: '192.0.2.1' };
    const { owner } = await accounts.createAccount(parse(accounts.newAccountRule, ada), visitor);
    expect(repository.log.events).toMatchObject([
      { type: 'account.created', by: { ...memberActor(owner.id), ip: '192.0.2.1' } },
    ]);
    await expect(accounts.createAccount(parse(accounts.newAccountRule, ada), visitor)).rejects.toThrow();
    expect(repository.log.events).toHaveLength(1);
  });

  /** team.md 4 */
  describe('createAnotherAccount', () => {
    const another = (member: SignedIn, name: string) =>
      accounts.createAnotherAccount(
        member,
        { ...parse(anotherAccountRule, { name }), plan: 'pro' },
        memberActor(member.personId),
      );

    it('makes a member the owner of an account with a free slug, and records it', async () => {
      const { account, owner } = await create();
      const created = await another(aSignedIn(account, owner, { role: 'viewer' }), ' Acme ');
      expect(created).toMatchObject({ name: 'Acme', slug: 'acme-2', plan: 'pro', createdAt: now });
      expect(repository.membershipOf(created.id, owner.id)).toMatchObject({ role: 'owner' });
      expect(repository.people.size).toBe(1);
      const { type, by, accountId } = repository.log.events.at(-1)!;
      expect([type, by, accountId]).toEqual(['account.created', memberActor(owner.id), created.id]);
    });

    it('takes only a name', () => {
      for (const input of [{}, { name: ' ' }, { name: 'x'.repeat(101) }, { name: 'x', slug: 'acme' }]) {
        expect(() => parse(anotherAccountRule, input)).toThrow();
      }
    });

    it('creates nothing for a person who is not a member any more', async () => {
      const { account, owner } = await create();
      await repository.remove(account.id, now);
      const attempt = another(aSignedIn(account, owner), 'Other');
      await expect(attempt).rejects.toMatchObject({ kind: 'not_found', code: 'person_not_found' });
      expect(await repository.isEmpty()).toBe(true);
    });
  });
});
