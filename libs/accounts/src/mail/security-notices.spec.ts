import { anAccount, aPerson, InMemoryAccountRepository, testMail, type TestMail } from '../../testing';
import type { Account } from '../account/account';
import type { Person } from '../people/person';
import { SecurityNotices } from './security-notices';

const NOW = new Date('2026-03-03T10:00:00.000Z');
const LATER = new Date('2026-03-04T10:00:00.000Z');
const at = NOW.toISOString();

/** mail.md 2, mail.md 6 */
describe('SecurityNotices', () => {
  let accounts: InMemoryAccountRepository;
  let mail: TestMail;
  let notices: SecurityNotices;
  let account: Account;
  let owners: Person[];

  beforeEach(async () => {
    accounts = new InMemoryAccountRepository();
    mail = testMail(accounts.outbox, () => NOW);
    notices = new SecurityNotices(accounts, mail.composer, () => NOW);
    account = anAccount();
    owners = [aPerson(), aPerson()];
    await accounts.add(account, owners[0]!);
    join(owners[1]!, 'owner');
    join(aPerson(), 'admin');
  });
  function join(person: Person, role: 'owner' | 'admin') {
    accounts.people.set(person.id, person);
    accounts.join({
      accountId: account.id,
      personId: person.id,
      role,
      createdAt: LATER,
    });
  }
  const toOwners = (kind: string, parameters: object) =>
    owners.map(({ email: to }) => ({ kind, to, parameters }));

  it('tells a person about a new sign-in, with what is known of the browser', () => {
    const [person] = owners;
    const { email: to } = person!;
    const from = { ip: '192.0.2.1', userAgent: 'Firefox' };
    const messages = [
      ...notices.newSignIn(account, person!, from),
      ...notices.newSignIn(account, person!, {}),
    ];
    expect(mail.contentOf(messages)).toEqual([
      { kind: 'new_sign_in', to, parameters: { at, ...from } },
      { kind: 'new_sign_in', to, parameters: { at } },
    ]);
    expect(messages.map(({ accountId }) => accountId)).toEqual([account.id, account.id]);
  });

  it('tells a person about a changed password, also one without an account', () => {
    const [person] = owners;
    for (const accountId of [account.id, null]) {
      const messages = notices.passwordChanged(accountId, person!);
      expect(messages).toMatchObject([{ accountId }]);
      expect(mail.contentOf(messages)).toEqual([
        { kind: 'password_changed', to: person!.email, parameters: { at } },
      ]);
    }
  });

  it('tells all owners of the account, and no one else, about API keys and members', async () => {
    const bo = { name: 'Bo', email: 'bo@example.com' };
    const other = anAccount();
    await accounts.add(other, aPerson());
    const { name } = account;
    expect(mail.contentOf(await notices.apiKeyCreated(account.id, { name: 'Deploy' }))).toEqual(
      toOwners('api_key_created', { account: name, name: 'Deploy', at }),
    );
    expect(mail.contentOf(await notices.memberAdded(account.id, bo, 'viewer'))).toEqual(
      toOwners('member_added', { account: name, member: 'Bo (bo@example.com)', role: 'viewer' }),
    );
  });

  it('tells a member about a new role and the removal by someone else', () => {
    const [owner] = owners;
    const bo = aPerson({ name: 'Bo', email: 'bo@example.com' });
    const { name } = account;
    const promoted = { member: bo, role: 'owner', owners } as const;
    expect(mail.contentOf(notices.roleChanged(account, promoted, owner))).toEqual([
      { kind: 'role_changed', to: bo.email, parameters: { account: name, by: owner!.name, role: 'owner' } },
      ...toOwners('member_added', { account: name, member: 'Bo (bo@example.com)', role: 'owner' }),
    ]);
    const demoted = { member: bo, role: 'viewer', owners } as const;
    expect(notices.roleChanged(account, demoted, bo)).toEqual([]);
    expect(mail.contentOf(notices.memberRemoved(account, bo, owner))).toEqual([
      { kind: 'member_removed', to: bo.email, parameters: { account: name, by: owner!.name } },
    ]);
    expect(notices.memberRemoved(account, bo, bo)).toEqual([]);
  });

  it('tells a person about their second factor', () => {
    const [person] = owners;
    expect(mail.contentOf(notices.secondFactorChanged(account.id, person!, 'recovery_code_used'))).toEqual([
      { kind: 'second_factor_changed', to: person!.email, parameters: { change: 'recovery_code_used', at } },
    ]);
  });

  it('tells all owners about the deletion of the account, with messages that outlive it', async () => {
    const messages = await notices.accountDeleted(account.id, 'Ada');
    expect(mail.contentOf(messages)).toEqual(
      toOwners('account_deleted', { account: account.name, by: 'Ada' }),
    );
    expect(messages.map(({ accountId }) => accountId)).toEqual([null, null]);
  });

  /** mail.md 8 */
  it('tells no one whose address is not confirmed', async () => {
    const unconfirmed = aPerson({ emailConfirmedAt: null });
    expect(notices.newSignIn(account, unconfirmed, {})).toEqual([]);
    expect(notices.passwordChanged(account.id, unconfirmed)).toEqual([]);
    const change = { member: unconfirmed, role: 'owner', owners: [unconfirmed, owners[0]!] } as const;
    expect(notices.roleChanged(account, change, owners[0])).toHaveLength(1);
    expect(notices.memberRemoved(account, unconfirmed, owners[0])).toEqual([]);
    expect(notices.secondFactorChanged(account.id, unconfirmed, 'enabled')).toEqual([]);
    const own = anAccount();
    await accounts.add(own, unconfirmed);
    expect(await notices.apiKeyCreated(own.id, { name: 'Deploy' })).toEqual([]);
  });

  it('keeps a message for 72 hours', () => {
    const [message] = notices.passwordChanged(account.id, owners[0]!);
    expect(message!.expiresAt.getTime() - NOW.getTime()).toBe(72 * 3_600_000);
  });

  it('has no messages without mail', async () => {
    const off = new SecurityNotices(accounts, null, () => NOW);
    expect(off.newSignIn(account, owners[0]!, {})).toEqual([]);
    expect(off.passwordChanged(account.id, owners[0]!)).toEqual([]);
    expect(off.roleChanged(account, { member: owners[1]!, role: 'owner', owners }, owners[0])).toEqual([]);
    expect(off.memberRemoved(account, owners[1]!, owners[0])).toEqual([]);
    expect(off.secondFactorChanged(account.id, owners[1]!, 'reset')).toEqual([]);
    expect(await off.accountDeleted(account.id, 'Ada')).toEqual([]);
    expect(await off.apiKeyCreated(account.id, { name: 'Deploy' })).toEqual([]);
    expect(await off.memberAdded(account.id, owners[1]!, 'viewer')).toEqual([]);
  });
});
