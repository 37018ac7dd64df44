import { AccountUseCases, type CreateAccount } from './account.use-cases';
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
const ada: CreateAccount = { name: 'Acme', email: 'ada@example.org', password: 'k7#mVq2!xLp9' };

describe('accounts', () => {
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

  it('that were removed are known until they are forgotten', async () => {
    const { account } = await accounts.createAccount(ada);
    expect(await accounts.listRemoved()).toEqual([]);
    await repository.remove(account.id, now);
    expect(await accounts.listRemoved()).toEqual([{ accountId: account.id, removedAt: now }]);
    await accounts.forgetRemoved(account.id);
    expect(await accounts.listRemoved()).toEqual([]);
  });

  it('are made with their owner', async () => {
    const { account, owner } = await accounts.createAccount({
      ...ada,
      name: ' Acme ',
      email: ' ada@example.org ',
    });
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

  it('name every fault at once', async () => {
    const faulty = accounts.createAccount({
      name: '\u200b',
      email: 'ada@localhost',
      password: 'short',
      plan: 'gold' as Plan,
      slug: 'No Slug',
    });
    await expect(faulty).rejects.toMatchObject({ kind: 'validation', code: 'empty_value' });
    const { facts } = await faulty.catch((error) => error);
    expect(facts.issues).toEqual([
      { param: 'name', code: 'empty_value', message: 'Field must not be empty: name' },
      expect.objectContaining({ param: 'slug', code: 'invalid_value' }),
      { param: 'plan', code: 'invalid_value', message: 'Invalid value for plan: must be one of free, pro' },
      { param: 'email', code: 'invalid_format', message: 'Invalid email address: email' },
      expect.objectContaining({ param: 'password', code: 'too_short' }),
    ]);
  });

  it('refuse reserved words, addresses that are none, names that are too long', async () => {
    const refusal = (given: Partial<CreateAccount>) => accounts.createAccount({ ...ada, ...given });
    await expect(refusal({ slug: 'api' })).rejects.toThrow('Invalid value for slug: this word is reserved');
    await expect(refusal({ name: '😀'.repeat(101) })).rejects.toThrow('Field is too long: name');
    const wrong = [
      '',
      'ada',
      'a@b',
      'a b@c.de',
      `${'x'.repeat(65)}@example.org`,
      'ä@example.org',
      'a@b.de\0',
    ];
    for (const email of wrong)
      await expect(refusal({ email })).rejects.toThrow('Invalid email address: email');
    await expect(refusal({ email: `a@${'x'.repeat(250)}.org` })).rejects.toThrow('Field is too long: email');
    expect(await repository.findBySlug('acme')).toBeNull();
  });

  it('get the next free slug when none was asked for', async () => {
    const slugs: string[] = [];
    for (let i = 0; i < 11; i++) {
      slugs.push((await accounts.createAccount({ ...ada, email: `a${i}@example.org` })).account.slug);
    }
    expect(slugs.slice(0, 9)).toEqual(['acme', ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => `acme-${n}`)]);
    expect(slugs[9]).toMatch(/^acme-\d{5,10}$/);
    expect(new Set(slugs).size).toBe(11);
  });

  it('refuse a slug or an address that is taken', async () => {
    await accounts.createAccount(ada);
    const again = accounts.createAccount({ ...ada, slug: 'acme', email: 'ADA@example.org' });
    await expect(again).rejects.toMatchObject({ kind: 'conflict', code: 'slug_taken' });
    const { facts } = await again.catch((error) => error);
    expect(facts.issues.map(({ code }: { code: string }) => code)).toEqual(['slug_taken', 'email_taken']);
    const add = jest.spyOn(repository, 'add');
    await expect(accounts.createAccount(ada)).rejects.toMatchObject({ code: 'email_taken' });
    expect(add).toHaveBeenCalledTimes(1);
  });

  it('change their plan', async () => {
    await accounts.createAccount(ada);
    expect((await accounts.setPlan('acme', 'pro')).plan).toBe('pro');
    expect((await accounts.findBySlug('acme')).plan).toBe('pro');
    await expect(accounts.setPlan('acme', 'gold' as Plan)).rejects.toMatchObject({ code: 'invalid_value' });
    const unknown = { kind: 'not_found', code: 'account_not_found', message: 'Account not found' };
    await expect(accounts.setPlan('nobody', 'pro')).rejects.toMatchObject(unknown);
    await expect(accounts.findBySlug('nobody')).rejects.toMatchObject(unknown);
  });

  it('end every session of an owner whose password was reset, and of no other', async () => {
    const grace = { ...ada, name: 'Grace', email: 'grace@example.org' };
    const owners = await Promise.all([ada, grace].map((given) => accounts.createAccount(given)));
    for (const { account, owner } of owners) {
      for (let n = 0; n < 2; n++) {
        await sessions.add(aSession({ accountId: account.id, ownerId: owner.id }));
      }
    }
    const left = () =>
      Promise.all(
        owners.map(async ({ account, owner }) => (await sessions.list(account.id, owner.id)).length),
      );
    await expect(accounts.resetPassword(ada.email, 'short')).rejects.toThrow();
    expect(await left()).toEqual([2, 2]);
    await accounts.resetPassword(ada.email, 'another w8rd entirely');
    expect(await left()).toEqual([0, 2]);
  });

  it('suggest a slug nobody has, and know whether there is any account', async () => {
    expect(await accounts.isEmpty()).toBe(true);
    expect(await accounts.suggestSlug('Acme')).toBe('acme');
    for (let n = 0; n < 9; n++) {
      await accounts.createAccount({ ...ada, email: `ada-${n}@example.org`, slug: undefined });
    }
    expect(await accounts.isEmpty()).toBe(false);
    expect(await accounts.suggestSlug('Acme')).toMatch(/^acme-\d{3,}$/);
    expect(await accounts.suggestSlug('Grace')).toBe('grace');
  });

  it('note the first use of their form, and only that', async () => {
    const { account } = await accounts.createAccount(ada);
    await accounts.noteFormUsed(account);
    const used = await accounts.findBySlug(account.slug);
    expect(used).toEqual({ ...account, formUsedAt: now });
    repository.revise = () => Promise.reject(new Error('asked again'));
    await accounts.noteFormUsed(used);
  });

  it('refuse a password that everybody chooses', async () => {
    const common = { ...ada, password: 'QwertyUIOP12' };
    await expect(accounts.createAccount(common)).rejects.toMatchObject({ code: 'invalid_value' });
    await accounts.createAccount(ada);
    await expect(accounts.resetPassword(ada.email, common.password)).rejects.toMatchObject({
      code: 'invalid_value',
    });
  });

  it('reset the password of an owner by the same rules', async () => {
    const { account } = await accounts.createAccount(ada);
    const owner = await accounts.resetPassword(' Ada@Example.org ', 'another w8rd entirely');
    expect(await repository.findOwner(ada.email)).toEqual({ account, owner });
    expect(await passwords.verify(owner.passwordHash, 'another w8rd entirely')).toBe(true);
    await expect(accounts.resetPassword(ada.email, 'Acme k7#mVq2!')).rejects.toMatchObject({
      kind: 'validation',
    });
    await expect(accounts.resetPassword('bob@example.org', 'k7#mVq2!xLp9')).rejects.toMatchObject({
      kind: 'not_found',
      code: 'owner_not_found',
    });
    expect(await repository.findOwner(ada.email)).toEqual({ account, owner });
  });
});
