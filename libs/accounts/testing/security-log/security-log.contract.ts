import { randomUUID } from 'node:crypto';
import { apiKeyActor, memberActor, SYSTEM, VISITOR, type SecurityEvent } from '@libs/kernel';
import type {
  Account,
  AccountRepository,
  ApiKeyRepository,
  Person,
  PersonRepository,
  SecurityLogRepository,
  SessionRepository,
} from '../../src';
import { aKey, anAccount, aPerson, aSession, idAt } from '../account/account-builders';

/** A security log, and the repositories that write to it. */
export interface SecurityLogHarness {
  readonly log: SecurityLogRepository;
  readonly accounts: AccountRepository;
  readonly people: PersonRepository;
  readonly sessions: SessionRepository;
  readonly keys: ApiKeyRepository;
}

const DAY_MS = 86_400_000;
const NOON = new Date('2026-03-03T12:00:00.000Z');
const LIMITS = { active: 10, perHour: 20 };

/** Contract tests of `SecurityLogRepository`, and of the repositories that write to the log (dashboard.md 13). */
export function securityLogContract(name: string, make: () => Promise<SecurityLogHarness>): void {
  describe(`SecurityLogRepository, ${name}`, () => {
    let log: SecurityLogRepository;
    let accounts: AccountRepository;
    let people: PersonRepository;
    let sessions: SessionRepository;
    let keys: ApiKeyRepository;
    let account: Account;
    let owner: Person;

    beforeAll(async () => {
      ({ log, accounts, people, sessions, keys } = await make());
    });
    beforeEach(async () => {
      ({ account, owner } = await addAccount());
    });
    async function addAccount() {
      const account = anAccount();
      const owner = aPerson();
      await accounts.add(account, owner);
      return { account, owner };
    }
    const at = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
    const anEvent = (overrides: Partial<SecurityEvent> = {}): SecurityEvent => {
      const { createdAt = NOON } = overrides;
      const common = { type: 'owner.signed_in', by: SYSTEM, subject: {} } as const;
      return { id: idAt(createdAt), accountId: account.id, createdAt, ...common, ...overrides };
    };
    const list = (accountId = account.id) => log.list(accountId, { limit: 100 });

    it('returns an event exactly as it was added', async () => {
      const events = [
        anEvent({ createdAt: at(0.123), by: { ...memberActor(randomUUID()), ip: '2001:db8::1' } }),
        anEvent({ createdAt: at(1), by: apiKeyActor(randomUUID()), subject: { id: 'a', name: '“ß” 😀' } }),
        anEvent({ createdAt: at(2), by: VISITOR, type: 'owner.sign_in_failed' }),
      ];
      for (const event of events) await log.add(event);
      expect(await list()).toEqual(events.toReversed());
    });

    it('returns pages of one account, newest first', async () => {
      const events = [3, 1, 2, 4].map((second) => anEvent({ createdAt: at(second) }));
      const { account: other } = await addAccount();
      await log.add(anEvent({ accountId: other.id, createdAt: at(5) }));
      for (const event of events) await log.add(event);
      const [third, first, second, fourth] = events;
      expect(await log.list(account.id, { limit: 2 })).toEqual([fourth, third, second]);
      expect(await log.list(account.id, { limit: 2, before: third!.id })).toEqual([second, first]);
      expect(await log.list(account.id, { limit: 2, before: first!.id })).toEqual([]);
      expect(await list(other.id)).toHaveLength(1);
      for (const id of [randomUUID(), 'abc', '']) expect(await list(id)).toEqual([]);
    });

    it('adds up to a number of events of a type since a time', async () => {
      const failed = (seconds: number, accountId = account.id) =>
        anEvent({ createdAt: at(seconds), type: 'owner.sign_in_failed', accountId });
      const add = (event: SecurityEvent) =>
        log.addUpTo(2, new Date(event.createdAt.getTime() - 60_000), event);
      const { account: other } = await addAccount();
      for (const second of [0, 1, 1.5]) await log.add(anEvent({ createdAt: at(second) }));
      for (const second of [0, 30, 59, 60, 61, 89]) await add(failed(second));
      await add(failed(61, other.id));
      const seconds = (await list())
        .filter(({ type }) => type === 'owner.sign_in_failed')
        .map(({ createdAt }) => (createdAt.getTime() - NOON.getTime()) / 1000);
      expect(seconds).toEqual([60, 30, 0]);
      expect(await list(other.id)).toHaveLength(1);
    });

    it('removes old events of all accounts, and no others', async () => {
      const { account: other } = await addAccount();
      const ago = (days: number, accountId = account.id) =>
        anEvent({ accountId, createdAt: new Date(NOON.getTime() - days * DAY_MS) });
      const recent = ago(1000);
      for (const event of [recent, ago(1001), ago(1002), ago(1001, other.id)]) await log.add(event);
      let removed = 0;
      for (let count = 1; count > 0; removed += count) count = await log.removeBefore(recent.createdAt);
      expect(removed).toBe(3);
      expect(await list()).toEqual([recent]);
      expect(await list(other.id)).toEqual([]);
    });

    it('is deleted with its account', async () => {
      const { account: other } = await addAccount();
      await log.add(anEvent());
      await log.add(anEvent({ accountId: other.id }));
      await accounts.remove(account.id, NOON);
      expect(await list()).toEqual([]);
      expect(await list(other.id)).toHaveLength(1);
    });

    it('records a new account with its owner, and none if a value is taken', async () => {
      const added = anAccount();
      const event = anEvent({ accountId: added.id, type: 'account.created' });
      expect(await accounts.add(added, aPerson(), event)).toEqual([]);
      expect(await list(added.id)).toEqual([event]);
      const rejected = anAccount({ slug: added.slug });
      await accounts.add(rejected, aPerson(), anEvent({ accountId: rejected.id }));
      expect(await list(rejected.id)).toEqual([]);
    });

    it('records a revision of an account if something has changed', async () => {
      const event = anEvent({ type: 'account.plan_changed' });
      const toPro = (current: Account): Account =>
        current.plan === 'pro' ? current : { ...current, plan: 'pro' };
      await accounts.revise(account.id, toPro, (next, current) =>
        next.plan === 'pro' && current.plan === 'free' ? event : null,
      );
      await accounts.revise(account.id, toPro, () => anEvent());
      await accounts.revise(
        account.id,
        (current) => ({ ...current, name: 'New' }),
        () => null,
      );
      const { account: other } = await addAccount();
      const taken = accounts.revise(
        account.id,
        (current) => ({ ...current, slug: other.slug }),
        () => anEvent(),
      );
      await expect(taken).rejects.toMatchObject({ code: 'slug_taken' });
      expect(await list()).toEqual([event]);
    });

    it('records changes of a person, and none of an unknown person or a taken email address', async () => {
      const { account: otherAccount, owner: other } = await addAccount();
      const [password, email] = [anEvent(), anEvent({ createdAt: at(1) })];
      const elsewhere = anEvent({ accountId: otherAccount.id });
      const { passwordHash } = owner;
      expect(await people.update(owner.id, { passwordHash }, [password, elsewhere])).toEqual(owner);
      await people.update(owner.id, { email: `new-${owner.email}` }, [email]);
      expect(await people.update(randomUUID(), { passwordHash: 'x' }, [anEvent()])).toBeNull();
      const taken = people.update(owner.id, { email: other.email }, [anEvent()]);
      await expect(taken).rejects.toMatchObject({ code: 'email_taken' });
      expect(await list()).toEqual([email, password]);
      expect(await list(otherAccount.id)).toEqual([elsewhere]);
    });

    it('records new and removed sessions, and none that do not exist', async () => {
      const events = [0, 1, 2].map((second) => anEvent({ createdAt: at(second) }));
      const add = (event?: SecurityEvent) => {
        const session = aSession({ accountId: account.id, personId: owner.id });
        return sessions.add(session, event).then(() => session);
      };
      const first = await add(events[0]);
      await add();
      expect(await sessions.remove(owner.id, first.id, events[1])).toBe(true);
      expect(await sessions.remove(owner.id, first.id, anEvent())).toBe(false);
      await sessions.removeAll(owner.id, undefined, events[2]);
      await sessions.removeAll(owner.id, undefined, anEvent());
      const foreign = aSession({ accountId: account.id, personId: randomUUID() });
      expect(await sessions.add(foreign, anEvent())).toBe(false);
      expect(await list()).toEqual(events.toReversed());
    });

    it('records new, rotated, and revoked keys once, and none that were rejected', async () => {
      const events = [0, 1, 2].map((second) => anEvent({ createdAt: at(second) }));
      const key = aKey({ accountId: account.id });
      const successor = aKey({ accountId: account.id, bucketId: key.bucketId });
      const rotation = (event: SecurityEvent) => (predecessor: typeof key) => ({
        predecessor,
        successor,
        event,
      });
      expect(await keys.add(key, LIMITS, events[0])).toBe('added');
      expect(await keys.add(aKey({ accountId: account.id }), { ...LIMITS, active: 1 }, anEvent())).toBe(
        'limit_reached',
      );
      expect(await keys.rotate(account.id, key.id, rotation(anEvent()), { ...LIMITS, active: 1 })).toBe(
        'limit_reached',
      );
      expect(await keys.rotate(account.id, key.id, rotation(events[1]!), LIMITS)).toBe('rotated');
      expect(await keys.revoke(account.id, key.id, NOON, events[2])).toBe(true);
      expect(await keys.revoke(account.id, key.id, NOON, anEvent())).toBe(true);
      expect(await keys.revoke(account.id, randomUUID(), NOON, anEvent())).toBe(false);
      expect(await list()).toEqual(events.toReversed());
    });
  });
}
