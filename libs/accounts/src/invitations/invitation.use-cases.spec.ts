import { memberActor, parse, VISITOR, type Role } from '@libs/kernel';
import {
  anAccount,
  aPerson,
  aSignedIn,
  idAt,
  InMemoryAccountRepository,
  InMemoryInvitationRepository,
  InMemoryMembershipRepository,
  PlainPasswordHasher,
  testMail,
  type TestMail,
} from '../../testing';
import type { Account } from '../account/account';
import { digestOf } from '../secret-digest';
import { SecurityNotices } from '../mail/security-notices';
import type { Person } from '../people/person';
import { newToken } from '../sessions/session';
import { newInvitationRule, type NewInvitation } from './invitation.rules';
import { InvitationUseCases } from './invitation.use-cases';

const DAY_MS = 86_400_000;
const bo = { name: 'Bo', email: 'bo@example.com', password: 'tea in the garden' };

/** team.md 5 */
describe('InvitationUseCases', () => {
  let now: Date;
  let accounts: InMemoryAccountRepository;
  let passwords: PlainPasswordHasher;
  let invitations: InvitationUseCases;
  let account: Account;
  let owner: Person;
  let sent: TestMail['sent'];

  beforeEach(async () => {
    now = new Date('2026-03-03T10:00:00.000Z');
    accounts = new InMemoryAccountRepository();
    passwords = new PlainPasswordHasher();
    const mail = testMail(accounts.outbox, () => now);
    sent = mail.sent;
    const notices = new SecurityNotices(accounts, mail.composer, () => now);
    const ports = {
      invitations: new InMemoryInvitationRepository(accounts),
      memberships: new InMemoryMembershipRepository(accounts),
      passwords,
      notices,
      mail: mail.composer,
    };
    invitations = new InvitationUseCases(ports, new Set(['qwertyuiop12']), () => now, idAt);
    account = anAccount();
    owner = aPerson();
    await accounts.add(account, owner);
  });
  const signedIn = (role: Role) => aSignedIn(account, owner, { role });
  const issue = (input: NewInvitation = { role: 'editor' }) =>
    invitations.issue(signedIn('owner'), parse(newInvitationRule, input), memberActor(owner.id));
  const missing = { kind: 'not_found', code: 'invitation_not_found' };
  const by = { ...VISITOR, ip: '192.0.2.1' };

  it('issues an invitation whose token is not stored', async () => {
    const { invitation, token } = await issue({ role: 'viewer', email: ' bo@example.com ' });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(invitation).toEqual({
      id: expect.any(String),
      accountId: account.id,
      digest: digestOf(token),
      role: 'viewer',
      email: 'bo@example.com',
      createdBy: owner.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 7 * DAY_MS),
    });
    expect(await invitations.list(account.id)).toEqual([invitation]);
    expect(await invitations.find(token)).toEqual({ invitation, account, inviterName: owner.name });
  });

  /** mail.md 2 */
  it('is sent to its email address, unless the inviter has not confirmed their own', async () => {
    const { isSent } = await issue({ role: 'viewer' });
    const { token, isSent: isOther } = await issue({ role: 'viewer', email: 'bo@example.com' });
    expect([isSent, isOther]).toEqual([false, true]);
    const parameters = { account: account.name, by: owner.name, role: 'viewer', token };
    expect(sent()).toEqual([{ kind: 'invitation', to: 'bo@example.com', parameters }]);
    const unconfirmed = aSignedIn(account, { ...owner, emailConfirmedAt: null });
    const input = parse(newInvitationRule, { role: 'viewer', email: 'eve@example.com' });
    expect((await invitations.issue(unconfirmed, input, memberActor(owner.id))).isSent).toBe(false);
    expect(sent()).toHaveLength(1);
  });

  it('lets admins invite up to admin, and only owners invite owners', async () => {
    const people = { owner, admin: aPerson(), editor: aPerson() };
    for (const role of ['admin', 'editor'] as const) {
      accounts.people.set(people[role].id, people[role]);
      accounts.join({ accountId: account.id, personId: people[role].id, role, createdAt: now });
    }
    const issue = (input: NewInvitation, role: keyof typeof people) =>
      invitations.issue(
        aSignedIn(account, people[role]),
        parse(newInvitationRule, input),
        memberActor(people[role].id),
      );
    await issue({ role: 'admin' }, 'admin');
    await issue({ role: 'owner' }, 'owner');
    await expect(issue({ role: 'owner' }, 'admin')).rejects.toMatchObject({ code: 'role_required' });
    await expect(issue({ role: 'viewer' }, 'editor')).rejects.toMatchObject({ code: 'role_required' });
    expect(() => parse(newInvitationRule, { role: 'guest' })).toThrow('must be one of');
  });

  it('allows 50 open invitations', async () => {
    for (let n = 0; n < 50; n++) await issue();
    const full = { kind: 'conflict', code: 'invitation_limit_reached' };
    await expect(issue()).rejects.toMatchObject(full);
    await invitations.revoke(signedIn('admin'), (await invitations.list(account.id))[0]!.id, by);
    await issue();
    await expect(issue()).rejects.toMatchObject(full);
    now = new Date(now.getTime() + 7 * DAY_MS);
    await issue();
    expect(await invitations.list(account.id)).toHaveLength(1);
  });

  it('makes a new person a member, once', async () => {
    const { token } = await issue();
    const { account: joined, role, person } = await invitations.acceptAsNew(token, bo, by);
    expect([joined, role]).toEqual([account, 'editor']);
    expect(person).toMatchObject({ name: 'Bo', email: bo.email, createdAt: now });
    expect(await passwords.verify(person.passwordHash, bo.password)).toBe(true);
    expect(accounts.people.get(person.id)).toEqual(person);
    expect(accounts.membershipOf(account.id, person.id)).toMatchObject({ role: 'editor', createdAt: now });
    await expect(invitations.find(token)).rejects.toMatchObject(missing);
    await expect(invitations.accept(token, aPerson(), by)).rejects.toMatchObject(missing);
  });

  it('makes an existing person a member, but not twice', async () => {
    const other = aPerson();
    await accounts.add(anAccount(), other);
    const { token } = await issue({ role: 'viewer' });
    const twice = { kind: 'conflict', code: 'already_member' };
    await expect(invitations.accept(token, owner, by)).rejects.toMatchObject(twice);
    await expect(invitations.offerTo(token, owner)).rejects.toMatchObject(twice);
    expect(await invitations.offerTo(token, other)).toEqual({ account, role: 'viewer' });
    expect(accounts.membershipOf(account.id, other.id)).toBeUndefined();
    expect(await invitations.accept(token, other, by)).toEqual({ account, role: 'viewer', person: other });
  });

  it('refuses a weak password and an email address in use, and keeps the invitation', async () => {
    const { token } = await issue();
    for (const password of ['short', 'qwertyuiop12', `${account.name} ${bo.email}`]) {
      const weak = invitations.acceptAsNew(token, { ...bo, password }, by);
      await expect(weak).rejects.toMatchObject({ kind: 'validation' });
    }
    const taken = invitations.acceptAsNew(token, { ...bo, email: owner.email }, by);
    await expect(taken).rejects.toMatchObject({ code: 'email_taken' });
    await invitations.acceptAsNew(token, bo, by);
  });

  it('throws the same error for an unknown, malformed, revoked, and expired invitation', async () => {
    const { invitation, token } = await issue();
    const { token: late } = await issue();
    await invitations.revoke(signedIn('admin'), invitation.id.toUpperCase(), by);
    await expect(invitations.revoke(signedIn('admin'), invitation.id, by)).rejects.toMatchObject(missing);
    now = new Date(now.getTime() + 7 * DAY_MS);
    for (const text of [token, late, newToken(), 'x', '']) {
      await expect(invitations.find(text)).rejects.toMatchObject(missing);
      await expect(invitations.accept(text, owner, by)).rejects.toMatchObject(missing);
      await expect(invitations.offerTo(text, owner)).rejects.toMatchObject(missing);
      await expect(invitations.acceptAsNew(text, bo, by)).rejects.toMatchObject(missing);
    }
  });

  it('does not open a suspended account', async () => {
    const { token } = await issue();
    await accounts.revise(account.id, (current) => ({ ...current, suspendedAt: now }));
    await expect(invitations.find(token)).rejects.toMatchObject({ code: 'account_suspended' });
    await expect(invitations.acceptAsNew(token, bo, by)).rejects.toMatchObject({ code: 'account_suspended' });
  });

  /** mail.md 6 */
  it('tells all owners about new members, except the member', async () => {
    const second = aPerson();
    accounts.people.set(second.id, second);
    accounts.join({
      accountId: account.id,
      personId: second.id,
      role: 'owner',
      createdAt: new Date(now.getTime() + DAY_MS),
    });
    const { token } = await issue();
    await expect(invitations.accept(token, owner, by)).rejects.toMatchObject({ code: 'already_member' });
    expect(sent()).toEqual([]);
    await invitations.acceptAsNew(token, bo, by);
    const message = (to: Person, member: string, role: Role) => ({
      kind: 'member_added',
      to: to.email,
      parameters: { account: account.name, member, role },
    });
    const added = [owner, second].map((to) => message(to, 'Bo (bo@example.com)', 'editor'));
    expect(sent()).toEqual(added);
    const other = aPerson();
    accounts.people.set(other.id, other);
    await invitations.accept((await issue({ role: 'owner' })).token, other, by);
    const joined = [owner, second].map((to) => message(to, `${other.name} (${other.email})`, 'owner'));
    expect(sent()).toEqual([...added, ...joined]);
  });

  /** dashboard.md 13 */
  it('records invitations and new members in the security log', async () => {
    const { invitation, token } = await issue();
    const { invitation: other } = await issue();
    await invitations.revoke(signedIn('owner'), other.id, memberActor(owner.id));
    const { person } = await invitations.acceptAsNew(token, bo, by);
    expect(accounts.log.events.map((event) => [event.type, event.by, event.subject])).toEqual([
      ['invitation.created', memberActor(owner.id), { id: invitation.id, name: 'editor' }],
      ['invitation.created', memberActor(owner.id), { id: other.id, name: 'editor' }],
      ['invitation.revoked', memberActor(owner.id), { id: other.id }],
      ['member.added', { ...memberActor(person.id), ip: '192.0.2.1' }, { id: person.id, name: 'editor' }],
    ]);
  });
});
