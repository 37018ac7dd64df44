import { ownerActor, parse, SYSTEM, VISITOR } from '@libs/kernel';
import { planChangeRule, type NewAccount } from './account.rules';
import { AccountUseCases } from './account.use-cases';
import { NEW_FORM } from '../form-settings/form-settings';
import type { Plan } from '../limits';
import {
  aSession,
  idAt,
  InMemoryAccountRepository,
  InMemorySessionRepository,
  PlainPasswordHasher,
} from '../../testing';

const now = new Date('2026-03-03T10:00:00.000Z');
const ada: NewAccount = { name: 'Acme', email: 'ada@example.org', password: 'k7#mVq2!xLp9' };

describe('AccountUseCases', () => {
  let repository: InMemoryAccountRepository;
  let passwords: PlainPasswordHasher;
  let sessions: InMemorySessionRepository;
  let accounts: AccountUseCases;
  beforeEach(() => {
    repository = new InMemoryAccountRepository();
    passwords = new PlainPasswordHasher();
    sessions = new InMemorySessionRepository(repository);
    const ports = { accounts: repository, sessions, passwords };
    accounts = new AccountUseCases(ports, new Set(['qwertyuiop12']), () => now, idAt);
  });
  const create = (overrides: Partial<NewAccount> = {}) =>
    accounts.createAccount(parse(accounts.newAccountRule, { ...ada, ...overrides }), SYSTEM);
  const setPlan = (slug: string, plan: Plan) =>
    accounts.setPlan(slug, parse(planChangeRule, { plan }), SYSTEM);

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
      createdAt: now,
    });
    expect(owner).toMatchObject({ accountId: account.id, email: 'ada@example.org', createdAt: now });
    expect(await accounts.findBySlug('acme')).toEqual(account);
    expect(await repository.findOwner('ADA@example.org')).toEqual({ account, owner });
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

  it('changes the plan of an account', async () => {
    await create();
    expect((await setPlan('acme', 'pro')).plan).toBe('pro');
    expect((await accounts.findBySlug('acme')).plan).toBe('pro');
    const unknown = { kind: 'not_found', code: 'account_not_found', message: 'Account not found' };
    await expect(setPlan('nobody', 'pro')).rejects.toMatchObject(unknown);
    await expect(accounts.findBySlug('nobody')).rejects.toMatchObject(unknown);
  });

  it('ends every session of an owner after a password reset, and none of others', async () => {
    const grace = { ...ada, name: 'Grace', email: 'grace@example.org' };
    const owners = await Promise.all([ada, grace].map(create));
    for (const { account, owner } of owners) {
      for (let n = 0; n < 2; n++) {
        await sessions.add(aSession({ accountId: account.id, ownerId: owner.id }));
      }
    }
    const sessionCounts = () =>
      Promise.all(
        owners.map(async ({ account, owner }) => (await sessions.list(account.id, owner.id)).length),
      );
    await expect(accounts.resetPassword(ada.email, 'short', SYSTEM)).rejects.toThrow();
    expect(await sessionCounts()).toEqual([2, 2]);
    await accounts.resetPassword(ada.email, 'another w8rd entirely', SYSTEM);
    expect(await sessionCounts()).toEqual([0, 2]);
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
    await create();
    await expect(accounts.resetPassword(ada.email, password, SYSTEM)).rejects.toMatchObject({
      code: 'invalid_value',
    });
  });

  it('resets a password by the rules of new passwords', async () => {
    const { account } = await create();
    const owner = await accounts.resetPassword(' Ada@Example.org ', 'another w8rd entirely', SYSTEM);
    expect(await repository.findOwner(ada.email)).toEqual({ account, owner });
    expect(await passwords.verify(owner.passwordHash, 'another w8rd entirely')).toBe(true);
    await expect(accounts.resetPassword(ada.email, 'Acme k7#mVq2!', SYSTEM)).rejects.toMatchObject({
      kind: 'validation',
    });
    await expect(accounts.resetPassword('bob@example.org', 'k7#mVq2!xLp9', SYSTEM)).rejects.toMatchObject({
      kind: 'not_found',
      code: 'owner_not_found',
    });
    expect(await repository.findOwner(ada.email)).toEqual({ account, owner });
  });

  /** dashboard.md 13 */
  it('records a new account, a new plan, and a password reset in the security log', async () => {
    const { account, owner } = await create();
    await setPlan(account.slug, 'free');
    await setPlan(account.slug, 'pro');
    await accounts.resetPassword(ada.email, 'another w8rd entirely', SYSTEM);
    await expect(accounts.resetPassword(ada.email, 'short', SYSTEM)).rejects.toThrow();
    const event = { id: expect.any(String), accountId: account.id, createdAt: now, by: SYSTEM, subject: {} };
    expect(repository.log.events).toEqual([
      { ...event, type: 'account.created' },
      { ...event, type: 'account.plan_changed', subject: { name: 'pro' } },
      { ...event, type: 'owner.password_reset' },
    ]);
    expect(owner.accountId).toBe(account.id);
  });

  it('records the visitor who signs up as the owner', async () => {
    const visitor = { ...VISITOR, ip: '192.0.2.1' };
    const { owner } = await accounts.createAccount(parse(accounts.newAccountRule, ada), visitor);
    expect(repository.log.events).toMatchObject([
      { type: 'account.created', by: { ...ownerActor(owner.id), ip: '192.0.2.1' } },
    ]);
    await expect(accounts.createAccount(parse(accounts.newAccountRule, ada), visitor)).rejects.toThrow();
    expect(repository.log.events).toHaveLength(1);
  });
});
