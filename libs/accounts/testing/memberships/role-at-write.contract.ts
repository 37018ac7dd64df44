import { randomUUID } from 'node:crypto';
import { memberActor, type Requester, type SecurityEvent } from '@libs/kernel';
import type { Account, ApiKeyRepository, Person } from '../../src';
import { aKey, anInvitation } from '../account/account-builders';
import { teamOf, type TeamHarness } from './membership-repository.contract';

const NOON = new Date('2026-03-03T12:00:00.000Z');
const LIMITS = { active: 100, perHour: 100 };

/** Contract tests of writes by a member whose role has changed since it was checked (team.md 2). Every adapter runs them. */
export function roleAtWriteContract(
  name: string,
  make: () => Promise<TeamHarness & { readonly keys: ApiKeyRepository }>,
): void {
  describe(`the role at the time of a write, ${name}`, () => {
    let harness: Awaited<ReturnType<typeof make>>;
    let team: ReturnType<typeof teamOf>;
    let account: Account;
    let owner: Person;
    let admin: Person;
    let by: Requester;
    beforeAll(async () => {
      harness = await make();
      team = teamOf(harness);
    });
    beforeEach(async () => {
      ({ account, owner } = await team.add());
      ({ person: admin } = await team.join(account, owner, 'admin'));
      by = { ...memberActor(admin.id), leastRole: 'admin' };
    });
    const event = (): SecurityEvent => ({ ...team.anEvent(account.id), by });
    const demote = () =>
      harness.memberships.revise(account.id, admin.id, ({ membership }) => ({
        next: { ...membership, role: 'editor' },
        event: team.anEvent(account.id, 'member.role_changed'),
      }));
    const remove = () =>
      harness.memberships.revise(account.id, admin.id, () => ({
        next: null,
        event: team.anEvent(account.id, 'member.removed'),
      }));
    const addKey = async () => {
      const key = aKey({ accountId: account.id });
      await harness.keys.add(key, LIMITS);
      return key;
    };
    const state = async () => ({
      members: await harness.memberships.list(account.id),
      invitations: await harness.invitations.list(account.id, NOON),
      keys: await harness.keys.list(account.id),
      name: (await harness.accounts.findBySlug(account.slug))?.name,
      events: (await harness.log.list(account.id, { limit: 99 })).length,
    });

    const WRITES: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
      'a new invitation': async () => () =>
        harness.invitations.add(anInvitation({ accountId: account.id, createdBy: owner.id }), 99, event()),
      'the revocation of an invitation': async () => {
        const { id } = await team.invite(account, owner);
        return () => harness.invitations.remove(account.id, id, event());
      },
      'a new key': async () => () => harness.keys.add(aKey({ accountId: account.id }), LIMITS, event()),
      'a rotated key': async () => {
        const { id } = await addKey();
        return () =>
          harness.keys.rotate(
            account.id,
            id,
            (current) => ({
              predecessor: { ...current, expiresAt: NOON },
              successor: aKey({ accountId: account.id, bucketId: current.bucketId }),
              event: event(),
            }),
            LIMITS,
          );
      },
      'the revocation of a key': async () => {
        const { id } = await addKey();
        return () => harness.keys.revoke(account.id, id, NOON, event());
      },
      'another role of a member': async () => {
        const { person } = await team.join(account, owner, 'viewer', 2);
        return () =>
          harness.memberships.revise(account.id, person.id, ({ membership }) => ({
            next: { ...membership, role: 'admin' },
            event: event(),
          }));
      },
      'the removal of a member': async () => {
        const { person } = await team.join(account, owner, 'viewer', 2);
        return () =>
          harness.memberships.revise(account.id, person.id, () => ({ next: null, event: event() }));
      },
      'a setting of the account': async () => () =>
        harness.accounts.revise(account.id, (current) => ({ ...current, name: 'New' }), undefined, by),
    };
    const SINCE = {
      'has got a lower role': [demote, { kind: 'permission', code: 'role_required' }],
      'was removed': [remove, { kind: 'authentication', code: 'session_required' }],
    } as const;

    describe.each(Object.entries(WRITES))('rejects %s', (_, prepare) => {
      it.each(Object.entries(SINCE))(
        'of an admin who %s, and changes nothing',
        async (_, [change, error]) => {
          const write = await prepare();
          await change();
          const before = await state();
          await expect(write()).rejects.toMatchObject(error);
          expect(await state()).toEqual(before);
        },
      );
    });

    it.each(Object.entries(WRITES))('accepts %s of an admin', async (_, prepare) => {
      const write = await prepare();
      const before = await state();
      await write();
      expect(await state()).not.toEqual(before);
    });

    it('accepts a change in which a member loses the role for it', async () => {
      const event = () => ({ ...team.anEvent(account.id), by });
      const demoteSelf = harness.memberships.revise(account.id, admin.id, ({ membership }) => ({
        next: { ...membership, role: 'viewer' },
        event: event(),
      }));
      expect(await demoteSelf).toBe(true);
    });

    it('accepts writes without a member, and requires a membership in the same account', async () => {
      const add = (by: Requester) =>
        harness.keys.add(aKey({ accountId: account.id }), LIMITS, { ...team.anEvent(account.id), by });
      const other = await team.add();
      for (const id of [randomUUID(), other.owner.id]) {
        const foreign = add({ ...memberActor(id), leastRole: 'admin' });
        await expect(foreign).rejects.toMatchObject({ code: 'session_required' });
      }
      expect(await add({ type: 'system' })).toBe('added');
    });
  });
}
