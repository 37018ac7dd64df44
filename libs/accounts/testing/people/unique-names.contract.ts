import type { Account, Person } from '../../src';
import { aPerson } from '../account/account-builders';
import { teamOf, type TeamHarness } from '../memberships/membership-repository.contract';

const NOON = new Date('2026-03-03T12:00:00.000Z');
const SAME = ['Ada Lovelace', ' ADA\u00a0 lovelace ', 'Ａｄａ Lovelace', 'Ada\u200b Lovelace'];

/** Contract tests of names within an account (team.md 1). Every adapter runs them. */
export function uniqueNamesContract(name: string, make: () => Promise<TeamHarness>): void {
  describe(`names of members, ${name}`, () => {
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
      await harness.people.update(owner.id, { name: 'Ada Lovelace' });
    });
    const taken = { kind: 'conflict', code: 'name_taken' };
    async function accept(personId: string, more: { person?: Person; newName?: string } = {}) {
      const invitation = await team.invite(account, owner);
      const membership = { accountId: account.id, personId, role: 'editor', createdAt: NOON } as const;
      const joining = { membership, event: team.anEvent(account.id), ...more };
      return harness.invitations.accept(invitation, joining, 1000);
    }
    const acceptAsNew = (name: string) => {
      const person = aPerson({ name });
      return accept(person.id, { person });
    };
    const rename = ({ id }: Person, name: string) => harness.people.update(id, { name });

    it.each(SAME)('rejects a new member with the name %j, and keeps the invitation', async (same) => {
      expect(await acceptAsNew(same)).toBe('name_taken');
      expect(await harness.memberships.list(account.id)).toHaveLength(1);
      expect(await harness.invitations.list(account.id, NOON)).toHaveLength(1);
      expect(await acceptAsNew('Ada Lovelace 2')).toBe('accepted');
    });

    it('lets a person join with another name, which no one has in any of the accounts', async () => {
      const { account: second, owner: person } = await team.add();
      await rename(person, 'ada lovelace');
      const { person: other } = await team.join(second, person, 'viewer');
      expect(await accept(person.id)).toBe('name_taken');
      expect(await accept(person.id, { newName: 'ADA LOVELACE' })).toBe('name_taken');
      expect(await accept(person.id, { newName: other.name.toUpperCase() })).toBe('name_taken');
      expect((await harness.people.find(person.id))?.name).toBe('ada lovelace');
      expect(await accept(person.id, { newName: 'Augusta' })).toBe('accepted');
      expect((await harness.people.find(person.id))?.name).toBe('Augusta');
    });

    it.each(SAME)('rejects the change of a name to %j in each account of the person', async (same) => {
      const { owner: person } = await team.add();
      await rename(person, 'Grace');
      await accept(person.id);
      await expect(rename(person, same)).rejects.toMatchObject(taken);
      expect((await harness.people.find(person.id))?.name).toBe('Grace');
      expect((await rename(person, 'GRACE'))?.name).toBe('GRACE');
      expect((await rename(owner, 'Ada  LOVELACE'))?.name).toBe('Ada  LOVELACE');
    });

    it('gives one of many people who join at the same time the name', async () => {
      const outcomes = await Promise.all(Array.from({ length: 6 }, () => acceptAsNew('Grace')));
      expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'name_taken')).toHaveLength(5);
    });

    it('gives one of many members who change their names at the same time the name', async () => {
      const people = [];
      for (let n = 0; n < 4; n++) people.push((await team.join(account, owner, 'viewer', n + 1)).person);
      const results = await Promise.allSettled(people.map((person) => rename(person, 'Grace')));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('checks the name that a person has at the end of a concurrent change', async () => {
      const { owner: person } = await team.add();
      await Promise.allSettled([rename(person, 'Ada Lovelace'), accept(person.id)]);
      const names = (await harness.memberships.list(account.id)).map(({ person: { name } }) => name);
      expect(new Set(names).size).toBe(names.length);
    });
  });
}
