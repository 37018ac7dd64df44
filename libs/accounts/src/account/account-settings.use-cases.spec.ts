import { randomUUID } from 'node:crypto';
import { memberActor, parse, type Requester } from '@libs/kernel';
import {
  anAccount,
  aPerson,
  idAt,
  InMemoryAccountRepository,
  InMemorySecondFactorRepository,
} from '../../testing';
import type { Account } from './account';
import { accountChangeRule, type AccountChange } from './account.rules';
import { AccountSettingsUseCases } from './account-settings.use-cases';
import { formChangeRule, type FormChange } from '../form-settings/form-settings';
import type { Person } from '../people/person';

const NOW = new Date('2026-03-03T10:00:00.000Z');

describe('AccountSettingsUseCases', () => {
  let accounts: InMemoryAccountRepository;
  let secondFactors: InMemorySecondFactorRepository;
  let settings: AccountSettingsUseCases;
  let account: Account;
  let owner: Person;
  let by: Requester;

  beforeEach(async () => {
    accounts = new InMemoryAccountRepository();
    secondFactors = new InMemorySecondFactorRepository(accounts);
    settings = new AccountSettingsUseCases({ accounts, secondFactors }, () => NOW, idAt);
    ({ account, owner } = await add());
    by = { ...memberActor(owner.id), ip: '192.0.2.1' };
  });

  async function add() {
    const account = anAccount();
    const owner = aPerson();
    await accounts.add(account, owner);
    return { account, owner };
  }
  const change = (accountId: string, input: AccountChange) =>
    settings.change({ accountId, personId: owner.id }, parse(accountChangeRule, input), by);
  const changeForm = (accountId: string, input: FormChange) =>
    settings.changeForm(accountId, parse(formChangeRule, input), by);
  const stored = () => accounts.findWithOwner(account.slug);

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
    await change(account.id, { name: 'Newer' });
    const events = await accounts.log.list(account.id, { limit: 10 });
    expect(events.map(({ subject }) => subject.name).sort()).toEqual(['optional', 'required']);
  });

  it('changes the name', async () => {
    const renamed = { ...account, name: 'Acme 2' };
    expect(await change(account.id, { name: ' Acme 2 ' })).toEqual(renamed);
    expect(await change(account.id, {})).toEqual(renamed);
    expect(await stored()).toEqual({ account: renamed, owner });
    await expect(change(randomUUID(), { name: 'x' })).rejects.toMatchObject({ code: 'account_not_found' });
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
    const { aliases } = accounts.get(account.id)!;
    expect(aliases).toEqual(Array.from({ length: 20 }, (_, i) => `slug-${20 - i}`));
    expect(await accounts.findBySlug(account.slug)).toBeNull();
  });

  it('removes one account with its owner, and no other', async () => {
    const { account: other, owner: otherOwner } = await add();
    await settings.remove(other.id, null);
    expect(accounts.people.has(otherOwner.id)).toBe(false);
    expect(await accounts.listRemoved()).toEqual([{ accountId: other.id, removedAt: NOW }]);
    expect(await stored()).toEqual({ account, owner });
    await expect(changeForm(other.id, { open: false })).rejects.toMatchObject({
      code: 'account_not_found',
    });
  });

  /** dashboard.md 13 */
  it('records a change of the slug in the security log, and nothing for other changes and for errors', async () => {
    const { account: otherAccount } = await add();
    await change(account.id, { name: 'New' });
    const slug = `${account.slug}-2`;
    await changeForm(account.id, { slug });
    await changeForm(account.id, { open: false, slug });
    await expect(changeForm(account.id, { slug: otherAccount.slug })).rejects.toThrow();
    const event = { id: expect.any(String), accountId: account.id, createdAt: NOW, by };
    expect(accounts.log.events).toEqual([{ ...event, type: 'form.slug_changed', subject: { name: slug } }]);
  });
});
