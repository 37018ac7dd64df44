import { randomUUID } from 'node:crypto';
import type { Account, Person } from '../../src';
import { anInvitation, aPerson } from '../account/account-builders';
import { aMessage, claimOne } from '../mail/mail-builders';
import { teamOf, type TeamHarness } from '../memberships/membership-repository.contract';

const NOON = new Date('2026-03-03T12:00:00.000Z');

/** Contract tests of `InvitationRepository`. Every adapter runs all of them. */
export function invitationRepositoryContract(name: string, make: () => Promise<TeamHarness>): void {
  describe(`InvitationRepository, ${name}`, () => {
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
    const list = (now = NOON) => harness.invitations.list(account.id, now);
    const event = () => team.anEvent(account.id);
    const joiningOf = ({ id: personId }: Person) => {
      const membership = { accountId: account.id, personId, role: 'editor' as const, createdAt: NOON };
      return { membership, event: event() };
    };

    it('returns an invitation exactly as it was added, with its account and inviter', async () => {
      const createdAt = new Date('2026-03-03T12:00:00.123Z');
      const invitation = await team.invite(account, owner, { createdAt, email: 'bo@example.com' });
      const minimal = await team.invite(account, owner, { email: null });
      expect(await harness.invitations.findByDigest(invitation.digest, NOON)).toEqual({
        invitation,
        account,
        inviterName: owner.name,
      });
      expect(await list()).toEqual(expect.arrayContaining([invitation, minimal]));
      expect(await harness.log.list(account.id, { limit: 9 })).toHaveLength(2);
      for (const digest of [invitation.digest.subarray(0, 31), Buffer.alloc(0), Buffer.alloc(32)]) {
        expect(await harness.invitations.findByDigest(digest, NOON)).toBeNull();
      }
    });

    it('neither lists nor finds an expired invitation', async () => {
      const { digest, expiresAt } = await team.invite(account, owner);
      const before = new Date(expiresAt.getTime() - 1);
      expect(await list(before)).toHaveLength(1);
      expect(await list(expiresAt)).toEqual([]);
      expect(await harness.invitations.findByDigest(digest, before)).not.toBeNull();
      expect(await harness.invitations.findByDigest(digest, expiresAt)).toBeNull();
    });

    it('limits the open invitations of an account, also when they are added concurrently', async () => {
      const expired = { createdAt: new Date(0), expiresAt: NOON };
      await team.invite(account, owner, expired);
      const add = () => {
        const invitation = anInvitation({ accountId: account.id, createdBy: owner.id });
        return harness.invitations.add(invitation, 3, event());
      };
      const outcomes = await Promise.all(Array.from({ length: 8 }, add));
      expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(3);
      expect(outcomes.filter((outcome) => outcome === 'limit_reached')).toHaveLength(5);
      const unknown = anInvitation({ accountId: randomUUID(), createdBy: owner.id });
      expect(await harness.invitations.add(unknown, 3, event())).toBe('account_not_found');
    });

    it('stores the message of an invitation that was added, and of a deleted account', async () => {
      while (await claimOne(harness.outbox, NOON));
      const add = (max: number) => {
        const invitation = anInvitation({ accountId: account.id, createdBy: owner.id });
        const message = aMessage({ accountId: account.id, createdAt: NOON });
        return harness.invitations.add(invitation, max, event(), [message]);
      };
      expect(await add(0)).toBe('limit_reached');
      expect(await claimOne(harness.outbox, NOON)).toBeNull();
      expect(await add(1)).toBe('added');
      expect(await claimOne(harness.outbox, NOON)).not.toBeNull();
      const farewell = aMessage({ createdAt: NOON });
      expect(await harness.accounts.remove(account.id, NOON, [farewell])).toBe(true);
      expect((await claimOne(harness.outbox, NOON))?.id).toBe(farewell.id);
      expect(await harness.accounts.remove(account.id, NOON, [aMessage({ createdAt: NOON })])).toBe(false);
      expect(await claimOne(harness.outbox, NOON)).toBeNull();
    });

    it('removes an invitation of the account only, and records it', async () => {
      const { id } = await team.invite(account, owner);
      const other = await team.add();
      for (const [accountId, invitationId] of [
        [other.account.id, id],
        [account.id, randomUUID()],
        [account.id, 'abc'],
        ['abc', id],
      ] as const) {
        expect(await harness.invitations.remove(accountId, invitationId, event())).toBe(false);
      }
      expect(await harness.invitations.remove(account.id, id, event())).toBe(true);
      expect(await harness.invitations.remove(account.id, id, event())).toBe(false);
      expect(await list()).toEqual([]);
      expect(await harness.log.list(account.id, { limit: 9 })).toHaveLength(2);
    });

    it('makes one of many concurrent people a member', async () => {
      const invitation = await team.invite(account, owner);
      const people = Array.from({ length: 8 }, () => aPerson());
      const outcomes = await Promise.all(
        people.map((person) =>
          harness.invitations.accept(invitation, { ...joiningOf(person), person }, 1000),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'not_found')).toHaveLength(7);
      const winner = people[outcomes.indexOf('accepted')]!;
      expect((await harness.memberships.list(account.id)).map(({ person }) => person.id)).toEqual(
        [owner.id, winner.id].sort((a, b) => (a === owner.id || a < b ? -1 : 1)),
      );
      const found = await Promise.all(people.map(({ id }) => harness.people.find(id)));
      expect(found.filter(Boolean)).toEqual([winner]);
    });

    it('limits the members of an account, also when people join concurrently, and keeps the invitations', async () => {
      const join = async () => {
        const person = aPerson();
        const invitation = await team.invite(account, owner);
        return harness.invitations.accept(invitation, { ...joiningOf(person), person }, 3);
      };
      const outcomes = await Promise.all(Array.from({ length: 5 }, join));
      expect(outcomes.sort()).toEqual([
        ...['accepted', 'accepted'],
        ...['limit_reached', 'limit_reached', 'limit_reached'],
      ]);
      expect(await list()).toHaveLength(3);
      expect(await harness.memberships.list(account.id)).toHaveLength(3);
    });

    it('keeps the invitation if the person is a member, or the email address is in use', async () => {
      const invitation = await team.invite(account, owner);
      expect(await harness.invitations.accept(invitation, joiningOf(owner), 1000)).toBe('already_member');
      const person = aPerson({ email: owner.email.toUpperCase() });
      const taken = harness.invitations.accept(invitation, { ...joiningOf(person), person }, 1000);
      await expect(taken).rejects.toMatchObject({ kind: 'conflict', code: 'email_taken' });
      expect(await list()).toEqual([invitation]);
      expect(await harness.memberships.list(account.id)).toHaveLength(1);
      expect(await harness.log.list(account.id, { limit: 9 })).toHaveLength(1);
    });

    it('is deleted with the account', async () => {
      const { digest } = await team.invite(account, owner);
      await harness.accounts.remove(account.id, NOON);
      expect(await harness.invitations.findByDigest(digest, NOON)).toBeNull();
      expect(await list()).toEqual([]);
    });
  });
}
