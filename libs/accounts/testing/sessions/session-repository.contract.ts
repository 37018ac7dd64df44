import { randomUUID } from 'node:crypto';
import type { Account, AccountRepository, Owner, Session, SessionRepository } from '../../src';
import { anAccount, anOwner, aSession, idAt } from '../account/account-builders';

/** A session repository, and the repository of its accounts and owners. */
export interface SessionHarness {
  readonly accounts: AccountRepository;
  readonly sessions: SessionRepository;
}

const at = (second: number) => new Date(Date.UTC(2026, 2, 3, 12, 0, second));

/** Contract tests of `SessionRepository`. Every adapter runs all of them. */
export function sessionRepositoryContract(name: string, make: () => Promise<SessionHarness>): void {
  describe(`SessionRepository, ${name}`, () => {
    let accounts: AccountRepository;
    let sessions: SessionRepository;
    let account: Account;
    let owner: Owner;

    beforeAll(async () => {
      ({ accounts, sessions } = await make());
    });
    beforeEach(async () => {
      ({ account, owner } = await addAccount());
    });

    async function addAccount() {
      const account = anAccount();
      const owner = anOwner({ accountId: account.id });
      await accounts.add(account, owner);
      return { account, owner };
    }
    async function add(overrides: Partial<Session> = {}) {
      const session = aSession({ accountId: account.id, ownerId: owner.id, ...overrides });
      await sessions.add(session);
      return session;
    }
    const list = () => sessions.list(account.id, owner.id);
    const MALFORMED = ['abc', '', "'; --"];

    it('returns a session exactly as it was added, with its owner and account', async () => {
      const session = await add({
        createdAt: new Date('2026-03-03T10:00:00.123Z'),
        lastSeenAt: new Date('2026-03-03T11:00:00.456Z'),
        reauthenticatedAt: new Date('2026-03-03T11:00:00.789Z'),
        userAgent: 'x'.repeat(300),
      });
      expect(await sessions.findByDigest(session.digest)).toEqual({ session, owner, account });
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

    it('returns the current owner and account', async () => {
      const { digest } = await add();
      await accounts.setPasswordHash(account.id, owner.id, 'changed');
      await accounts.revise(account.id, (current) => ({ ...current, name: 'Acme 2' }));
      const found = await sessions.findByDigest(digest);
      expect([found?.owner.passwordHash, found?.account.name]).toEqual(['changed', 'Acme 2']);
    });

    it('rejects a duplicate session and one without an owner', async () => {
      const session = await add();
      await expect(sessions.add(session)).rejects.toThrow();
      await expect(add({ digest: session.digest })).rejects.toThrow();
      const orphan = aSession({ accountId: account.id, ownerId: randomUUID() });
      expect(await sessions.add(orphan)).toBe(false);
      expect(await sessions.findByDigest(orphan.digest)).toBeNull();
      expect(await list()).toEqual([session]);
    });

    it('stores lastSeenAt, and never decreases it', async () => {
      const session = await add();
      const unrelated = await add();
      await sessions.touch(account.id, session.id, at(70));
      await sessions.touch(account.id, session.id, at(60));
      expect((await sessions.findByDigest(session.digest))?.session.lastSeenAt).toEqual(at(70));
      expect((await sessions.findByDigest(unrelated.digest))?.session).toEqual(unrelated);
    });

    it('renew replaces the token of the same session', async () => {
      const session = await add();
      const renewal = { digest: aSession().digest, reauthenticatedAt: at(5) };
      expect(await sessions.renew(account.id, session.id, renewal)).toBe(true);
      expect(await sessions.findByDigest(session.digest)).toBeNull();
      expect((await sessions.findByDigest(renewal.digest))?.session).toEqual({ ...session, ...renewal });
      expect(await sessions.renew(account.id, idAt(at(1)), renewal)).toBe(false);
    });

    it('does not let another account or owner read or change a session', async () => {
      const session = await add();
      const other = await addAccount();
      const renewal = { digest: aSession().digest, reauthenticatedAt: null };
      for (const [accountId, ownerId] of [
        [other.account.id, other.owner.id],
        [other.account.id, owner.id],
        [account.id, other.owner.id],
      ] as const) {
        expect(await sessions.list(accountId, ownerId)).toEqual([]);
        expect(await sessions.remove(accountId, ownerId, session.id)).toBe(false);
        await sessions.removeAll(accountId, ownerId);
        await sessions.removeEnded(accountId, ownerId, { idleSince: at(99), begunSince: at(99) });
      }
      expect(await sessions.renew(other.account.id, session.id, renewal)).toBe(false);
      await sessions.touch(other.account.id, session.id, at(70));
      expect(await list()).toEqual([session]);
    });

    it('finds nothing for unknown and malformed IDs', async () => {
      const session = await add();
      const renewal = { digest: aSession().digest, reauthenticatedAt: null };
      for (const id of [idAt(at(1)), ...MALFORMED]) {
        expect(await sessions.remove(account.id, owner.id, id)).toBe(false);
        expect(await sessions.renew(account.id, id, renewal)).toBe(false);
        expect(await sessions.renew(id, session.id, renewal)).toBe(false);
        expect(await sessions.list(id, id)).toEqual([]);
        await sessions.touch(id, id, at(70));
        await sessions.removeAll(id, id);
        await sessions.removeEnded(id, id, { idleSince: at(99), begunSince: at(99) });
      }
      expect(await list()).toEqual([session]);
    });

    it('removes one session, all others, or all', async () => {
      const [first, second, third] = [await add(), await add({ createdAt: at(2) }), await add()];
      expect(await sessions.remove(account.id, owner.id, first.id)).toBe(true);
      expect(await sessions.remove(account.id, owner.id, first.id)).toBe(false);
      expect(await sessions.findByDigest(first.digest)).toBeNull();
      await sessions.removeAll(account.id, owner.id, second.id);
      expect(await list()).toEqual([second]);
      expect(await sessions.findByDigest(third.digest)).toBeNull();
      await sessions.removeAll(account.id, owner.id);
      expect(await list()).toEqual([]);
    });

    it('removes sessions that are idle or too old', async () => {
      await add({ createdAt: at(9), lastSeenAt: at(10) });
      await add({ createdAt: at(5), lastSeenAt: at(30) });
      const live = await add({ createdAt: at(6), lastSeenAt: at(11) });
      await sessions.removeEnded(account.id, owner.id, { idleSince: at(10), begunSince: at(5) });
      expect(await list()).toEqual([live]);
    });
  });
}
