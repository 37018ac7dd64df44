import { randomUUID } from 'node:crypto';
import { SYSTEM, type Role, type SecurityEvent } from '@libs/kernel';
import {
  lastOwner,
  ownersOf,
  type Account,
  type AccountRepository,
  type Invitation,
  type InvitationRepository,
  type MailOutbox,
  type Member,
  type Membership,
  type MembershipRepository,
  type Person,
  type PersonRepository,
  type SecurityLogRepository,
  type SessionRepository,
} from '../../src';
import { anAccount, anInvitation, aPerson, aSession, idAt } from '../account/account-builders';
import { aMessage, claimOne } from '../mail/mail-builders';

/** The repositories of the team of an account. */
export interface TeamHarness {
  readonly accounts: AccountRepository;
  readonly people: PersonRepository;
  readonly memberships: MembershipRepository;
  readonly invitations: InvitationRepository;
  readonly sessions: SessionRepository;
  readonly log: SecurityLogRepository;
  readonly outbox: MailOutbox;
}

const NOON = new Date('2026-03-03T12:00:00.000Z');
const at = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);

/** Creates an account with its owner, and members who join by invitations. */
export function teamOf({ accounts, invitations }: Pick<TeamHarness, 'accounts' | 'invitations'>) {
  const anEvent = (accountId: string, type: SecurityEvent['type'] = 'member.added'): SecurityEvent => ({
    id: idAt(NOON),
    accountId,
    type,
    createdAt: NOON,
    by: SYSTEM,
    subject: {},
  });
  async function add() {
    const account = anAccount();
    const owner = aPerson();
    await accounts.add(account, owner);
    return { account, owner };
  }
  async function invite(account: Account, by: Person, overrides: Partial<Invitation> = {}) {
    const invitation = anInvitation({ accountId: account.id, createdBy: by.id, ...overrides });
    await invitations.add(invitation, 1000, anEvent(account.id, 'invitation.created'));
    return invitation;
  }
  async function join(account: Account, owner: Person, role: Role, second = 1, existing?: Person) {
    const person = existing ?? aPerson();
    const invitation = await invite(account, owner, { role });
    const membership = { accountId: account.id, personId: person.id, role, createdAt: at(second) };
    const joining = { membership, event: anEvent(account.id), ...(!existing && { person }) };
    expect(await invitations.accept(invitation, joining, 1000)).toBe('accepted');
    return { person, membership };
  }
  return { add, invite, join, anEvent };
}

/** Contract tests of `MembershipRepository`. Every adapter runs all of them. */
export function membershipRepositoryContract(name: string, make: () => Promise<TeamHarness>): void {
  describe(`MembershipRepository, ${name}`, () => {
    let harness: TeamHarness;
    let team: ReturnType<typeof teamOf>;
    let account: Account;
    let owner: Person;
    beforeAll(async () => {
      harness = await make();
      team = teamOf(harness);
    });
    beforeEach(async () => {
      ({ account, owner } = await team.add());
    });
    const event = () => team.anEvent(account.id, 'member.role_changed');
    const setRole = (personId: string, role: Role, accountId = account.id) =>
      harness.memberships.revise(accountId, personId, ({ membership }) => ({
        next: { ...membership, role },
        event: event(),
      }));
    const remove = (personId: string, accountId = account.id) =>
      harness.memberships.revise(accountId, personId, () => ({ next: null, event: event() }));
    const roles = async (accountId = account.id) =>
      (await harness.memberships.list(accountId)).map(({ person, membership }) => [
        person.id,
        membership.role,
      ]);

    it('lists members in the order of joining, and the accounts of a person', async () => {
      const later = await team.join(account, owner, 'viewer', 20);
      const earlier = await team.join(account, owner, 'admin', 10);
      const members: readonly Member[] = await harness.memberships.list(account.id);
      expect(members.slice(1)).toEqual([earlier, later]);
      expect(members[0]?.membership).toMatchObject({ personId: owner.id, role: 'owner' });
      const second = await team.add();
      await team.join(second.account, second.owner, 'editor', 30, later.person);
      expect(await harness.memberships.listOf(later.person.id)).toEqual([
        { account, role: 'viewer' },
        { account: second.account, role: 'editor' },
      ]);
      for (const id of [randomUUID(), 'abc', '']) {
        expect(await harness.memberships.list(id)).toEqual([]);
        expect(await harness.memberships.listOf(id)).toEqual([]);
        expect(await harness.memberships.listFormer(id)).toEqual([]);
      }
    });

    it('changes a role in one account, with the number of owners, and records it', async () => {
      const { person } = await team.join(account, owner, 'editor');
      const other = await team.add();
      await team.join(other.account, other.owner, 'viewer', 2, person);
      const owners: number[] = [];
      const change = (role: Role) =>
        harness.memberships.revise(account.id, person.id, ({ membership }, before) => {
          owners.push(ownersOf(before).length);
          return { next: { ...membership, role }, event: event() };
        });
      for (const role of ['owner', 'admin', 'admin'] as const) expect(await change(role)).toBe(true);
      expect(owners).toEqual([1, 2, 1]);
      expect(await roles()).toEqual([
        [owner.id, 'owner'],
        [person.id, 'admin'],
      ]);
      expect((await roles(other.account.id))[1]).toEqual([person.id, 'viewer']);
      const types = (await harness.log.list(account.id, { limit: 9 })).map(({ type }) => type);
      expect(types.filter((type) => type === 'member.role_changed')).toHaveLength(2);
    });

    /** mail.md 6 */
    it('sends mail about the same change of a member at most five times per hour', async () => {
      const { person } = await team.join(account, owner, 'editor');
      const { person: other } = await team.join(account, owner, 'editor', 2);
      while (await claimOne(harness.outbox, NOON));
      const isTold = async (
        personId: string,
        role: Role,
        second: number,
        more: Partial<SecurityEvent> = {},
      ) => {
        const [createdAt, subject] = [at(second), { id: personId, name: role }];
        await harness.memberships.revise(account.id, personId, ({ membership }) => ({
          next: { ...membership, role },
          event: { ...event(), id: idAt(createdAt), createdAt, subject, ...more },
          mail: [aMessage()],
        }));
        return (await claimOne(harness.outbox, NOON)) !== null;
      };
      for (let n = 0; n < 6; n++) {
        expect(await isTold(person.id, 'owner', n)).toBe(n < 5);
        expect(await isTold(person.id, 'viewer', n)).toBe(n < 5);
      }
      expect(await isTold(other.id, 'viewer', 6)).toBe(true);
      expect(await isTold(person.id, 'admin', 6)).toBe(true);
      expect(await isTold(person.id, 'owner', 6, { type: 'member.removed' })).toBe(true);
      expect(await isTold(person.id, 'owner', 3599)).toBe(false);
      expect(await isTold(person.id, 'viewer', 3605)).toBe(true);
    });

    /** mail.md 6 */
    it('sends mail about the removal of a member at most five times per hour, also after a new name', async () => {
      const { person } = await team.join(account, owner, 'editor');
      const { person: other } = await team.join(account, owner, 'editor', 2);
      while (await claimOne(harness.outbox, NOON));
      const isTold = async (removed: Person, second: number) => {
        const [createdAt, subject] = [at(second), { id: removed.id, name: `Name ${second}` }];
        await harness.people.update(removed.id, { name: subject.name });
        await harness.memberships.revise(account.id, removed.id, () => ({
          next: null,
          event: { ...team.anEvent(account.id, 'member.removed'), id: idAt(createdAt), createdAt, subject },
          mail: [aMessage()],
        }));
        await team.join(account, owner, 'editor', second, removed);
        return (await claimOne(harness.outbox, NOON)) !== null;
      };
      for (let n = 0; n < 6; n++) expect(await isTold(person, n)).toBe(n < 5);
      expect(await isTold(other, 6)).toBe(true);
      expect(await isTold(person, 3599)).toBe(false);
      expect(await isTold(person, 3605)).toBe(true);
    });

    it('ends a membership with its sessions, and keeps the name', async () => {
      const { person } = await team.join(account, owner, 'editor');
      const other = await team.add();
      await team.join(other.account, other.owner, 'viewer', 2, person);
      const here = aSession({ accountId: account.id, personId: person.id });
      const there = aSession({ accountId: other.account.id, personId: person.id });
      for (const session of [here, there]) await harness.sessions.add(session);
      expect(await remove(person.id)).toBe(true);
      expect(await harness.sessions.list(person.id)).toEqual([there]);
      expect(await roles()).toEqual([[owner.id, 'owner']]);
      await harness.people.update(person.id, { name: 'Changed later' });
      expect(await harness.memberships.listFormer(account.id)).toEqual([
        { id: person.id, name: person.name },
      ]);
      expect(await harness.memberships.listFormer(other.account.id)).toEqual([]);
      await harness.accounts.remove(other.account.id, NOON);
      expect(await harness.people.find(person.id)).toBeNull();
      expect(await harness.memberships.listFormer(account.id)).toHaveLength(1);
    });

    it('keeps a person who has left the last account, who is not a former member after joining again', async () => {
      const { person } = await team.join(account, owner, 'editor');
      await remove(person.id);
      expect(await harness.people.find(person.id)).toEqual(person);
      await team.join(account, owner, 'viewer', 3, person);
      expect(await harness.memberships.listFormer(account.id)).toEqual([]);
      await remove(person.id);
      expect(await harness.memberships.listFormer(account.id)).toHaveLength(1);
    });

    it('removes the invitations of a person whose role changes or who leaves', async () => {
      const { person } = await team.join(account, owner, 'admin');
      const own = await team.invite(account, owner);
      await team.invite(account, person);
      await setRole(person.id, 'editor');
      expect(await harness.invitations.list(account.id, NOON)).toEqual([own]);
      await setRole(person.id, 'admin');
      await team.invite(account, person);
      await remove(person.id);
      expect(await harness.invitations.list(account.id, NOON)).toEqual([own]);
    });

    it('changes nothing for unknown people, people of other accounts, and if the change throws', async () => {
      const { account: otherAccount, owner: other } = await team.add();
      for (const [accountId, personId] of [
        [account.id, other.id],
        [otherAccount.id, owner.id],
        [account.id, randomUUID()],
        [account.id, 'abc'],
        ['abc', owner.id],
      ] as const) {
        expect(await setRole(personId, 'viewer', accountId)).toBe(false);
        expect(await remove(personId, accountId)).toBe(false);
      }
      const broken = harness.memberships.revise(account.id, owner.id, () => {
        throw new Error('no');
      });
      await expect(broken).rejects.toThrow('no');
      expect(await roles()).toEqual([[owner.id, 'owner']]);
    });

    it('leaves one of several owners who demote or remove each other at the same time', async () => {
      const others = [];
      for (let n = 0; n < 5; n++) others.push((await team.join(account, owner, 'owner', n + 1)).person);
      const demoteUnlessLast = (personId: string, next: (current: Membership) => Membership | null) =>
        harness.memberships.revise(account.id, personId, ({ membership }, members) => {
          if (ownersOf(members).length === 1) throw lastOwner();
          return { next: next(membership), event: event() };
        });
      const results = await Promise.allSettled(
        [owner, ...others].map(({ id }, n) =>
          demoteUnlessLast(id, (current) => (n % 2 === 0 ? { ...current, role: 'viewer' } : null)),
        ),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
      expect((await roles()).filter(([, role]) => role === 'owner')).toHaveLength(1);
    });
  });
}
