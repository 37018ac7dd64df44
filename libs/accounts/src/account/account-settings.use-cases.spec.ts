import { ownerActor, parse, type Requester } from '@libs/kernel';
import {
  anAccount,
  anOwner,
  idAt,
  InMemoryAccountRepository,
  InMemorySecondFactorRepository,
  PlainPasswordHasher,
} from '../../testing';
import type { Account } from './account';
import { accountChangeRule, type AccountChange } from './account.rules';
import { AccountSettingsUseCases } from './account-settings.use-cases';
import { formChangeRule, type FormChange } from '../form-settings/form-settings';
import type { Owner } from './owner';

const NOW = new Date('2026-03-03T10:00:00.000Z');

describe('AccountSettingsUseCases', () => {
  let accounts: InMemoryAccountRepository;
  let passwords: PlainPasswordHasher;
  let secondFactors: InMemorySecondFactorRepository;
  let settings: AccountSettingsUseCases;
  let account: Account;
  let owner: Owner;
  let by: Requester;

  beforeEach(async () => {
    accounts = new InMemoryAccountRepository();
    passwords = new PlainPasswordHasher();
    secondFactors = new InMemorySecondFactorRepository(accounts);
    const ports = { accounts, passwords, secondFactors };
    settings = new AccountSettingsUseCases(ports, new Set(['qwertyuiop12']), () => NOW, idAt);
    ({ account, owner } = await add());
    by = { ...ownerActor(owner.id), ip: '192.0.2.1' };
  });

  async function add() {
    const account = anAccount();
    const owner = anOwner({ accountId: account.id });
    await accounts.add(account, owner);
    return { account, owner };
  }
  const change = (accountId: string, input: AccountChange) =>
    settings.change(accountId, owner.id, parse(accountChangeRule, input), by);
  const changeForm = (accountId: string, input: FormChange) =>
    settings.changeForm(accountId, parse(formChangeRule, input), by);
  const stored = () => accounts.findOwnerOf(account.id, owner.id);

  /** second-factor.md 5 */
  it('requires a second factor of everyone only if the owner has one, and records it', async () => {
    const inactive = { kind: 'conflict', code: 'second_factor_inactive' };
    await expect(change(account.id, { require_second_factor: true })).rejects.toMatchObject(inactive);
    await secondFactors.begin(owner.id, Buffer.from('sealed'));
    await expect(change(account.id, { require_second_factor: true })).rejects.toMatchObject(inactive);
    const factor = (await secondFactors.find(owner.id))!;
    await secondFactors.confirm({ ...factor, confirmedAt: NOW });
    for (const required of [true, true, false]) {
      await change(account.id, { name: 'New', require_second_factor: required });
      expect((await stored())?.account).toMatchObject({ name: 'New', requiresSecondFactor: required });
    }
    const events = await accounts.log.list(account.id, { limit: 10 });
    expect(events.map(({ subject }) => subject.name).sort()).toEqual(['optional', 'required']);
  });

  it('changes the name, the email address, or both', async () => {
    const renamed = { ...account, name: 'Acme 2' };
    expect(await change(account.id, { name: ' Acme 2 ' })).toEqual({
      account: renamed,
      email: owner.email,
    });
    expect(await change(account.id, { email: ' new@example.com ' })).toEqual({
      account: renamed,
      email: 'new@example.com',
    });
    expect(await stored()).toEqual({ account: renamed, owner: { ...owner, email: 'new@example.com' } });
    expect((await change(account.id, {})).account).toEqual(renamed);
  });

  it('changes nothing if the email address is in use', async () => {
    const { owner: other } = await add();
    const conflict = change(account.id, { name: 'New', email: other.email });
    await expect(conflict).rejects.toMatchObject({ kind: 'conflict', code: 'email_taken' });
    expect(await stored()).toEqual({ account, owner });
  });

  it('changes the password by the rules of new passwords', async () => {
    await settings.changePassword(account.id, owner.id, 'tea in the garden', by);
    const { owner: changed } = (await stored())!;
    expect(await passwords.verify(changed.passwordHash, 'tea in the garden')).toBe(true);
    for (const weak of ['short', 'qwertyuiop12', `${owner.email} 2026`]) {
      await expect(settings.changePassword(account.id, owner.id, weak, by)).rejects.toMatchObject({
        kind: 'validation',
      });
    }
    expect((await stored())!.owner).toEqual(changed);
  });

  it('changes the form, and rejects a slug of another account', async () => {
    const { account: other } = await add();
    await expect(changeForm(account.id, { slug: other.slug })).rejects.toMatchObject({
      code: 'slug_taken',
    });
    expect((await stored())!.account).toEqual(account);
    const changed = await changeForm(account.id, {
      slug: 'free-slug',
      open: false,
      thanks: 'Thanks',
    });
    expect(changed).toEqual({
      ...account,
      slug: 'free-slug',
      aliases: [account.slug],
      form: { ...account.form, open: false, thanks: 'Thanks' },
    });
    expect((await stored())!.account).toEqual(changed);
  });

  it('keeps old slugs as aliases, newest first, which can become the slug again', async () => {
    const first = account.slug;
    const move = (slug: string) => changeForm(account.id, { slug });
    await move('second-slug');
    expect(await move('third-slug')).toMatchObject({ slug: 'third-slug', aliases: ['second-slug', first] });
    expect(await move('third-slug')).toMatchObject({ aliases: ['second-slug', first] });
    expect(await move(first)).toMatchObject({ slug: first, aliases: ['third-slug', 'second-slug'] });
    expect(await changeForm(account.id, { open: false })).toMatchObject({
      slug: first,
      aliases: ['third-slug', 'second-slug'],
    });
  });

  it('keeps 20 aliases and releases the oldest', async () => {
    for (let i = 1; i <= 21; i++) await changeForm(account.id, { slug: `slug-${i}` });
    const { aliases } = (await stored())!.account;
    expect(aliases).toEqual(Array.from({ length: 20 }, (_, i) => `slug-${20 - i}`));
    expect(await accounts.findBySlug(account.slug)).toBeNull();
  });

  it('throws owner_not_found for the owner of another account', async () => {
    const { account: other, owner: otherOwner } = await add();
    const missing = { kind: 'not_found', code: 'owner_not_found' };
    await expect(change(other.id, { name: 'x' })).rejects.toMatchObject(missing);
    await expect(
      settings.changePassword(account.id, otherOwner.id, 'tea in the garden', by),
    ).rejects.toMatchObject(missing);
    await settings.remove(other.id);
    expect(await accounts.findOwner(otherOwner.email)).toBeNull();
    expect(await accounts.listRemoved()).toEqual([{ accountId: other.id, removedAt: NOW }]);
    expect(await stored()).toEqual({ account, owner });
    await expect(changeForm(other.id, { open: false })).rejects.toMatchObject({
      code: 'account_not_found',
    });
  });

  /** dashboard.md 13 */
  it('records changes of the email address, the password, and the slug in the security log', async () => {
    await change(account.id, { name: 'New', email: 'new@example.com' });
    await settings.changePassword(account.id, owner.id, 'tea in the garden', by);
    const slug = `${account.slug}-2`;
    await changeForm(account.id, { slug });
    const event = { id: expect.any(String), accountId: account.id, createdAt: NOW, by, subject: {} };
    expect(accounts.log.events).toEqual([
      { ...event, type: 'owner.email_changed' },
      { ...event, type: 'owner.password_changed' },
      { ...event, type: 'form.slug_changed', subject: { name: slug } },
    ]);
  });

  it('records nothing in the security log for other changes and for errors', async () => {
    const { owner: other, account: otherAccount } = await add();
    await change(account.id, { name: 'New', email: owner.email });
    await expect(change(account.id, { email: other.email })).rejects.toThrow();
    await expect(settings.changePassword(account.id, owner.id, 'short', by)).rejects.toThrow();
    await changeForm(account.id, { open: false, slug: account.slug });
    await expect(changeForm(account.id, { slug: otherAccount.slug })).rejects.toThrow();
    expect(accounts.log.events).toEqual([]);
  });
});
