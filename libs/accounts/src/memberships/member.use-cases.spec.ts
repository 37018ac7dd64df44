import { memberActor, ROLES, type Role } from '@libs/kernel';
import {
  anAccount,
  aPerson,
  aSignedIn,
  idAt,
  InMemoryAccountRepository,
  InMemoryMembershipRepository,
  testMail,
  type TestMail,
} from '../../testing';
import type { Account } from '../account/account';
import type { Person } from '../people/person';
import { LEAST_ROLES } from '../limits';
import { SecurityNotices } from '../mail/security-notices';
import { mayDo } from '../roles';
import { MemberUseCases } from './member.use-cases';

const NOW = new Date('2026-03-03T10:00:00.000Z');

/** team.md 2 */
it('a role includes the roles before it', () => {
  const allowed = (role: Role) => Object.keys(LEAST_ROLES).filter((it) => mayDo(role, it as 'read')).length;
  expect(ROLES.map(allowed)).toEqual([2, 4, 10, 11]);
});

/** team.md 3 */
describe('MemberUseCases', () => {
  let accounts: InMemoryAccountRepository;
  let members: MemberUseCases;
  let account: Account;
  let team: Record<Role, Person>;
  let sent: TestMail['sent'];

  beforeEach(async () => {
    accounts = new InMemoryAccountRepository();
    const mail = testMail(accounts.outbox, () => NOW);
    sent = mail.sent;
    const notices = new SecurityNotices(accounts, mail.composer, () => NOW);
    const ports = { memberships: new InMemoryMembershipRepository(accounts), notices };
    members = new MemberUseCases(ports, () => NOW, idAt);
    account = anAccount();
    team = { viewer: aPerson(), editor: aPerson(), admin: aPerson(), owner: aPerson() };
    await accounts.add(account, team.owner);
    for (const role of ['viewer', 'editor', 'admin'] as const) join(role, team[role]);
  });
  function join(role: Role, person: Person) {
    accounts.people.set(person.id, person);
    accounts.join({ accountId: account.id, personId: person.id, role, createdAt: NOW });
  }
  const as = (role: Role) => aSignedIn(account, team[role], { role });
  const by = (role: Role) => memberActor(team[role].id);
  const roleOf = ({ id }: Person) => accounts.membershipOf(account.id, id)?.role;
  const setRole = (actor: Role, { id }: Person, role: Role) =>
    members.setRole(as(actor), id, role, by(actor));
  const denied = (least: Role) => ({
    code: 'role_required',
    message: expect.stringContaining(`the role ${least}.`),
  });
  const LAST = { kind: 'conflict', code: 'last_owner' };

  it('lets admins change roles up to admin, and owners all', async () => {
    await setRole('admin', team.viewer, 'admin');
    await setRole('admin', team.admin, 'editor');
    expect([roleOf(team.viewer), roleOf(team.admin)]).toEqual(['admin', 'editor']);
    await expect(setRole('admin', team.editor, 'owner')).rejects.toMatchObject(denied('owner'));
    await expect(setRole('admin', team.owner, 'viewer')).rejects.toMatchObject(denied('owner'));
    await expect(setRole('editor', team.viewer, 'viewer')).rejects.toMatchObject(denied('admin'));
    await setRole('owner', team.editor, 'owner');
    await setRole('owner', team.owner, 'viewer');
    expect([roleOf(team.editor), roleOf(team.owner)]).toEqual(['owner', 'viewer']);
  });

  it('keeps the last owner', async () => {
    await expect(setRole('owner', team.owner, 'admin')).rejects.toMatchObject(LAST);
    await expect(members.leave(as('owner'), by('owner'))).rejects.toMatchObject(LAST);
    await expect(members.remove(as('owner'), team.owner.id, by('owner'))).rejects.toMatchObject(LAST);
    await setRole('owner', team.owner, 'owner');
    expect(roleOf(team.owner)).toBe('owner');
    expect(accounts.log.events).toEqual([]);
  });

  it('lets admins remove members up to admin, owners all, and everyone leave', async () => {
    await expect(members.remove(as('admin'), team.owner.id, by('admin'))).rejects.toMatchObject(
      denied('owner'),
    );
    await members.remove(as('admin'), team.editor.id.toUpperCase(), by('admin'));
    await members.leave(as('viewer'), by('viewer'));
    const { members: left, former } = await members.list(account.id);
    expect(left.map(({ person }) => person)).toEqual(expect.arrayContaining([team.admin, team.owner]));
    expect(left).toHaveLength(2);
    expect(former.map(({ id }) => id).sort()).toEqual([team.editor.id, team.viewer.id].sort());
  });

  it('throws member_not_found for people who are not members', async () => {
    const missing = { kind: 'not_found', code: 'member_not_found' };
    await expect(setRole('owner', aPerson(), 'viewer')).rejects.toMatchObject(missing);
    await expect(members.remove(as('owner'), 'abc', by('owner'))).rejects.toMatchObject(missing);
    accounts.leave(account.id, team.viewer.id);
    await expect(members.leave(as('viewer'), by('viewer'))).rejects.toMatchObject(missing);
  });

  /** mail.md 6 */
  it('tells members about a new role, owners about a new one, and no one about the own change', async () => {
    const kinds = () => sent().map(({ kind, to }) => [kind, to]);
    await setRole('owner', team.owner, 'owner');
    await setRole('admin', team.admin, 'admin');
    await expect(setRole('admin', team.editor, 'owner')).rejects.toMatchObject(denied('owner'));
    expect(sent()).toEqual([]);
    await setRole('admin', team.viewer, 'admin');
    const changed = { account: account.name, by: team.admin.name, role: 'admin' };
    expect(sent()).toEqual([{ kind: 'role_changed', to: team.viewer.email, parameters: changed }]);
    await setRole('owner', team.editor, 'owner');
    expect(kinds().slice(1)).toEqual([
      ['role_changed', team.editor.email],
      ['member_added', team.owner.email],
    ]);
    await setRole('owner', team.owner, 'viewer');
    expect(sent()).toHaveLength(3);
  });

  /** mail.md 6 */
  it('tells a member about the removal by someone else, but not about leaving', async () => {
    await members.leave(as('viewer'), by('viewer'));
    await members.remove(as('admin'), team.admin.id, by('admin'));
    expect(sent()).toEqual([]);
    await members.remove(as('owner'), team.editor.id, by('owner'));
    const parameters = { account: account.name, by: team.owner.name };
    expect(sent()).toEqual([{ kind: 'member_removed', to: team.editor.email, parameters }]);
  });

  /** dashboard.md 13 */
  it('records changes of members in the security log', async () => {
    await setRole('admin', team.viewer, 'editor');
    await members.remove(as('admin'), team.viewer.id, by('admin'));
    await members.leave(as('editor'), by('editor'));
    expect(accounts.log.events.map((event) => [event.type, event.by.id, event.subject])).toEqual([
      ['member.role_changed', team.admin.id, { id: team.viewer.id, name: 'editor' }],
      ['member.removed', team.admin.id, { id: team.viewer.id, name: team.viewer.name }],
      ['member.left', team.editor.id, { id: team.editor.id, name: team.editor.name }],
    ]);
  });
});
