import { randomUUID } from 'node:crypto';
import { SYSTEM } from '@libs/kernel';
import type {
  Account,
  AccountRepository,
  Person,
  PersonRepository,
  Session,
  SessionRepository,
} from '../../src';
import { anAccount, aPerson, aSession, idAt } from '../account/account-builders';

/** A session repository, and the repositories of its accounts and people. */
export interface SessionHarness {
  readonly accounts: AccountRepository;
  readonly people: PersonRepository;
  readonly sessions: SessionRepository;
}

const at = (second: number) => new Date(Date.UTC(2026, 2, 3, 12, 0, second));

/** Contract tests of `SessionRepository`. Every adapter runs all of them. */
export function sessionRepositoryContract(name: string, make: () => Promise<SessionHarness>): void {
  describe(`SessionRepository, ${name}`, () => {
    let accounts: AccountRepository;
    let people: PersonRepository;
    let sessions: SessionRepository;
    let account: Account;
    let owner: Person;

    beforeAll(async () => {
      ({ accounts, people, sessions } = await make());
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
    async function add(overrides: Partial<Session> = {}) {
      const session = aSession({ accountId: account.id, personId: owner.id, ...overrides });
      await sessions.add(session);
      return session;
    }
    const list = () => sessions.list(owner.id);
    const MALFORMED = ['abc', '', "'; --"];

    it('returns a session exactly as it was added, with its person, role, and account', async () => {
      const session = await add({
        createdAt: new Date('2026-03-03T10:00:00.123Z'),
        lastSeenAt: new Date('2026-03-03T11:00:00.456Z'),
        reauthenticatedAt: new Date('2026-03-03T11:00:00.789Z'),
        userAgent: 'x'.repeat(300),
      });
      expect(await sessions.findByDigest(session.digest)).toEqual({
        session,
        person: owner,
        role: 'owner',
        account,
      });
      const minimal = await add({ createdAt: at(1) });
      expect((await sessions.findByDigest(minimal.digest))?.session).toEqual(minimal);
      expect(await list()).toEqual([minimal, session]);
    });

    it('finds a session by the whole digest only', async () => {
      const { digest } = await add();
      for (const other of [aSession().digest, digest.subarray(0, 31), Buffer.alloc(0), Buffer.alloc(32)]) {
        expect(await sessions.findByDigest(other)).toBeNull();
      }
    });

    it('returns the current person and account', async () => {
      const { digest } = await add();
      await people.update(owner.id, { passwordHash: 'changed' });
      await accounts.revise(account.id, (current) => ({ ...current, name: 'Acme 2' }));
      const found = await sessions.findByDigest(digest);
      expect([found?.person.passwordHash, found?.account.name]).toEqual(['changed', 'Acme 2']);
    });

    it('rejects a duplicate session and one without a membership', async () => {
      const session = await add();
      await expect(sessions.add(session)).rejects.toThrow();
      await expect(add({ digest: session.digest })).rejects.toThrow();
      const orphan = aSession({ accountId: account.id, personId: randomUUID() });
      expect(await sessions.add(orphan)).toBe(false);
      const { account: other } = await addAccount();
      expect(await sessions.add(aSession({ accountId: other.id, personId: owner.id }))).toBe(false);
      expect(await sessions.findByDigest(orphan.digest)).toBeNull();
      expect(await list()).toEqual([session]);
    });

    it('stores lastSeenAt, and never decreases it', async () => {
      const session = await add();
      const unrelated = await add();
      await sessions.touch(owner.id, session.id, at(70));
      await sessions.touch(owner.id, session.id, at(60));
      expect((await sessions.findByDigest(session.digest))?.session.lastSeenAt).toEqual(at(70));
      expect((await sessions.findByDigest(unrelated.digest))?.session).toEqual(unrelated);
    });

    it('renew replaces the token of the same session', async () => {
      const session = await add();
      const renewal = { digest: aSession().digest, reauthenticatedAt: at(5) };
      expect(await sessions.renew(owner.id, session.id, renewal)).toBe(true);
      expect(await sessions.findByDigest(session.digest)).toBeNull();
      expect((await sessions.findByDigest(renewal.digest))?.session).toEqual({ ...session, ...renewal });
      expect(await sessions.renew(owner.id, idAt(at(1)), renewal)).toBe(false);
    });

    it('does not let another person read or change a session', async () => {
      const session = await add();
      const { account: otherAccount, owner: other } = await addAccount();
      const renewal = { digest: aSession().digest, reauthenticatedAt: null };
      expect(await sessions.list(other.id)).toEqual([]);
      expect(await sessions.remove(other.id, session.id)).toBe(false);
      await sessions.removeAll(other.id);
      await sessions.removeEnded(other.id, { idleSince: at(99), begunSince: at(99) });
      expect(await sessions.renew(other.id, session.id, renewal)).toBe(false);
      expect(await sessions.switchAccount(other.id, session.id, otherAccount.id)).toBe(false);
      await sessions.touch(other.id, session.id, at(70));
      expect(await list()).toEqual([session]);
    });

    it('switches to an account of the person only, and keeps the reauthentication', async () => {
      const session = await add({ reauthenticatedAt: at(0) });
      const { account: other } = await addAccount();
      for (const id of [other.id, randomUUID(), ...MALFORMED]) {
        expect(await sessions.switchAccount(owner.id, session.id, id)).toBe(false);
      }
      expect(await sessions.switchAccount(owner.id, session.id, account.id)).toBe(true);
      expect(await list()).toEqual([session]);
    });

    it('ends with the account', async () => {
      const session = await add();
      await accounts.remove(account.id, at(1));
      expect(await sessions.findByDigest(session.digest)).toBeNull();
      expect(await list()).toEqual([]);
    });

    async function addAnother(): Promise<Account> {
      const other = anAccount();
      await accounts.addAnother(account.id, owner.id, other, {
        id: idAt(at(0)),
        accountId: other.id,
        type: 'account.created',
        createdAt: at(0),
        by: SYSTEM,
        subject: {},
      });
      return other;
    }

    it.each(['suspended', 'left', 'deleted'])(
      'ends instead of opening an account that was %s',
      async (how) => {
        const other = how === 'left' ? (await addAccount()).account : await addAnother();
        const session = await add();
        if (how === 'suspended') await accounts.revise(other.id, (one) => ({ ...one, suspendedAt: at(0) }));
        if (how === 'deleted') await accounts.remove(other.id, at(0));
        const opened = { personId: owner.id, sessionId: session.id, accountId: other.id };
        expect(await accounts.remove(account.id, at(1), [], opened)).toBe(true);
        expect(await sessions.findByDigest(session.digest)).toBeNull();
      },
    );

    it('ends instead of opening an account of someone else', async () => {
      const { account: other, owner: stranger } = await addAccount();
      const session = await add();
      const opened = { personId: stranger.id, sessionId: session.id, accountId: other.id };
      expect(await accounts.remove(account.id, at(1), [], opened)).toBe(true);
      expect(await sessions.findByDigest(session.digest)).toBeNull();
    });

    it('opens another account instead, without the reauthentication', async () => {
      const other = await addAnother();
      const session = await add({ reauthenticatedAt: at(0) });
      const elsewhere = await add({ createdAt: at(1) });
      const opened = { personId: owner.id, sessionId: session.id, accountId: other.id };
      expect(await accounts.remove(randomUUID(), at(1), [], opened)).toBe(false);
      expect(await list()).toEqual([elsewhere, session]);
      expect(await accounts.remove(account.id, at(1), [], opened)).toBe(true);
      expect(await list()).toEqual([{ ...session, accountId: other.id, reauthenticatedAt: null }]);
    });

    it('finds nothing for unknown and malformed IDs', async () => {
      const session = await add();
      const renewal = { digest: aSession().digest, reauthenticatedAt: null };
      for (const id of [idAt(at(1)), ...MALFORMED]) {
        expect(await sessions.remove(owner.id, id)).toBe(false);
        expect(await sessions.switchAccount(owner.id, id, account.id)).toBe(false);
        expect(await sessions.switchAccount(id, session.id, account.id)).toBe(false);
        expect(await sessions.renew(owner.id, id, renewal)).toBe(false);
        expect(await sessions.renew(id, session.id, renewal)).toBe(false);
        expect(await sessions.list(id)).toEqual([]);
        await sessions.touch(id, id, at(70));
        await sessions.removeAll(id);
        await sessions.removeEnded(id, { idleSince: at(99), begunSince: at(99) });
      }
      expect(await list()).toEqual([session]);
    });

    it('removes one session, all others, or all', async () => {
      const [first, second, third] = [await add(), await add({ createdAt: at(2) }), await add()];
      expect(await sessions.remove(owner.id, first.id)).toBe(true);
      expect(await sessions.remove(owner.id, first.id)).toBe(false);
      expect(await sessions.findByDigest(first.digest)).toBeNull();
      await sessions.removeAll(owner.id, second.id);
      expect(await list()).toEqual([second]);
      expect(await sessions.findByDigest(third.digest)).toBeNull();
      await sessions.removeAll(owner.id);
      expect(await list()).toEqual([]);
    });

    it('removes sessions that are idle or too old', async () => {
      await add({ createdAt: at(9), lastSeenAt: at(10) });
      await add({ createdAt: at(5), lastSeenAt: at(30) });
      const live = await add({ createdAt: at(6), lastSeenAt: at(11) });
      await sessions.removeEnded(owner.id, { idleSince: at(10), begunSince: at(5) });
      expect(await list()).toEqual([live]);
    });
  });
}
