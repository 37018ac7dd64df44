import { memberActor, SYSTEM, type SecurityEvent } from '@libs/kernel';
import {
  MAIL_LEASE_SECONDS,
  type AccountRepository,
  type ApiKeyRepository,
  type InvitationRepository,
  type MailOutbox,
  type MembershipRepository,
  type OutboxMessage,
  type PersonRepository,
  type SessionRepository,
} from '../../src';
import { aKey, anAccount, aPerson, aSession, idAt } from '../account/account-builders';
import { teamOf } from '../memberships/membership-repository.contract';
import { aMessage, claimOne } from './mail-builders';

/** An outbox, and the repositories that write to it. */
export interface MailOutboxHarness {
  readonly outbox: MailOutbox;
  readonly accounts: AccountRepository;
  readonly people: PersonRepository;
  readonly sessions: SessionRepository;
  readonly keys: ApiKeyRepository;
  readonly invitations: InvitationRepository;
  readonly memberships: MembershipRepository;
}

const NOON = new Date('2026-03-03T12:00:00.000Z');
const at = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
const LIMITS = { active: 10, perHour: 20 };

/** Contract tests of `MailOutbox`, and of the repositories that write to it (mail.md 3). */
export function mailOutboxContract(name: string, make: () => Promise<MailOutboxHarness>): void {
  describe(`MailOutbox, ${name}`, () => {
    let harness: MailOutboxHarness;
    let outbox: MailOutbox;
    beforeEach(async () => {
      harness = await make();
      ({ outbox } = harness);
    });

    /** Claims until nothing is due. */
    async function claimAll(now = at(0)) {
      const claimed: string[] = [];
      for (let one = await claimOne(outbox, now); one; one = await claimOne(outbox, now))
        claimed.push(one.id);
      return claimed;
    }
    async function withAccount() {
      const account = anAccount();
      const owner = aPerson();
      await harness.accounts.add(account, owner);
      return { account, owner };
    }

    it('returns a message as it was added, with the number of the attempt', async () => {
      const { account } = await withAccount();
      const message = aMessage({
        accountId: account.id,
        sealed: Buffer.from([0, 255, 10]),
        createdAt: at(-1.5),
      });
      await outbox.add([message]);
      expect(await claimOne(outbox, at(0))).toEqual({ ...message, attempt: 1 });
    });

    it('returns due messages, the oldest first', async () => {
      const messages = [2, 0, 1].map((second) => aMessage({ createdAt: at(second) }));
      await outbox.add(messages);
      expect(await claimAll(at(-1))).toEqual([]);
      expect(await claimAll(at(1))).toEqual([messages[1]!.id, messages[2]!.id]);
      expect(await claimAll(at(2))).toEqual([messages[0]!.id]);
    });

    it('returns digest mail after all other messages, also after a failed attempt', async () => {
      const digestMail = [0, 1].map((second) => aMessage({ kind: 'digest', createdAt: at(second) }));
      const others = [2, 3].map((second) => aMessage({ createdAt: at(second) }));
      await outbox.add([...digestMail, ...others]);
      const first = (await claimOne(outbox, at(5)))!;
      await outbox.record(first, { status: 'pending', dueAt: at(6), reason: '451' }, at(5));
      expect(await claimAll(at(6))).toEqual([...others.toReversed(), ...digestMail].map(({ id }) => id));
    });

    it('returns links first, and then the messages of accounts in turn', async () => {
      const [one, other] = [(await withAccount()).account.id, (await withAccount()).account.id];
      const burst = [0, 0, 0].map(() => aMessage({ kind: 'mentioned', accountId: one, createdAt: at(0) }));
      const late = aMessage({ kind: 'mentioned', accountId: other, createdAt: at(0.5) });
      const links = (['password_reset', 'email_confirmation'] as const).map((kind, second) =>
        aMessage({ kind, accountId: other, createdAt: at(1 + second) }),
      );
      await outbox.add(burst);
      const later = aMessage({ kind: 'mentioned', accountId: one, createdAt: at(0.6) });
      await outbox.add([late, ...links]);
      await outbox.add([later]);
      const [first, ...rest] = burst.map(({ id }) => id).toSorted();
      const expected = [...links.map(({ id }) => id), first, late.id, ...rest, later.id];
      expect(await claimAll(at(5))).toEqual(expected);
    });

    it('returns several messages in their order, and no more than the limit', async () => {
      const { id } = (await withAccount()).account;
      const bulk = [0, 1, 2, 3].map((second) =>
        aMessage({ kind: 'mentioned', accountId: id, createdAt: at(second) }),
      );
      const notice = aMessage({ kind: 'new_sign_in', accountId: id, createdAt: at(4) });
      await outbox.add([...bulk, notice]);
      const ids = async (limit: number) => (await outbox.claim(at(5), limit)).map((one) => one.id);
      expect(await ids(3)).toEqual([notice, bulk[0]!, bulk[1]!].map((one) => one.id));
      expect(await ids(3)).toEqual([bulk[2]!, bulk[3]!].map((one) => one.id));
      expect(await ids(3)).toEqual([]);
    });

    it('lets accounts take turns from the time at which they have messages', async () => {
      const [one, other] = [(await withAccount()).account.id, (await withAccount()).account.id];
      const burst = (accountId: string, second: number) =>
        Array.from({ length: 6 }, (_, n) =>
          aMessage({ kind: 'mentioned', accountId, createdAt: at(second + n / 10) }),
        );
      const [early, late] = [burst(one, 0), burst(other, 60)];
      await outbox.add(early);
      expect(await outbox.claim(at(59), 3)).toHaveLength(3);
      await outbox.add(late);
      const turns = [3, 4, 5].flatMap((n) => [early[n]!, late[n - 3]!]);
      expect(await claimAll(at(70))).toEqual([...turns, ...late.slice(3)].map(({ id }) => id));
    });

    it('does not put off an account because of digest mail or a failed attempt', async () => {
      const [one, other] = [(await withAccount()).account.id, (await withAccount()).account.id];
      const failing = aMessage({ accountId: one, createdAt: at(0) });
      await outbox.add([failing]);
      const claimed = (await claimOne(outbox, at(0)))!;
      await outbox.record(claimed, { status: 'pending', dueAt: at(1_000), reason: '451' }, at(0));
      await outbox.add([aMessage({ kind: 'digest', accountId: one, createdAt: at(900) })]);
      const next = aMessage({ accountId: one, createdAt: at(1) });
      const last = aMessage({ accountId: other, createdAt: at(2) });
      await outbox.add([last, next]);
      expect(await claimAll(at(5))).toEqual([next.id, last.id]);
    });

    it('gives each of many messages to one of concurrent workers', async () => {
      const messages = Array.from({ length: 20 }, () => aMessage());
      await outbox.add(messages);
      const claimed = (await Promise.all(Array.from({ length: 4 }, () => claimAll()))).flat();
      expect(claimed.toSorted()).toEqual(messages.map(({ id }) => id).toSorted());
    });

    it('gives a message to another worker if the first one does not record a result in time', async () => {
      const message = aMessage();
      await outbox.add([message]);
      const first = (await claimOne(outbox, at(0)))!;
      expect(await claimOne(outbox, at(MAIL_LEASE_SECONDS - 1))).toBeNull();
      const second = await claimOne(outbox, at(MAIL_LEASE_SECONDS));
      expect(second).toEqual({ ...message, attempt: 2 });
      // Too late: the message is with the second worker now.
      await outbox.record(first, { status: 'failed', reason: '550' }, at(MAIL_LEASE_SECONDS));
      expect(await claimOne(outbox, at(2 * MAIL_LEASE_SECONDS))).toEqual({ ...message, attempt: 3 });
    });

    it('returns a message again at the time of its next attempt', async () => {
      await outbox.add([aMessage()]);
      const claimed = (await claimOne(outbox, at(0)))!;
      await outbox.record(claimed, { status: 'pending', dueAt: at(5), reason: '451' }, at(1));
      expect(await claimOne(outbox, at(4))).toBeNull();
      expect((await claimOne(outbox, at(5)))?.attempt).toBe(2);
    });

    it('never returns a message again that was sent or dropped', async () => {
      await outbox.add([aMessage(), aMessage(), aMessage()]);
      for (const outcome of [
        { status: 'sent' },
        { status: 'failed', reason: '550' },
        { status: 'expired', reason: '451' },
      ] as const) {
        await outbox.record((await claimOne(outbox, at(0)))!, outcome, at(1));
      }
      expect(await claimAll(at(1_000_000))).toEqual([]);
    });

    it('drops messages that are no longer valid, and no others', async () => {
      const valid = aMessage({ expiresAt: at(11) });
      await outbox.add([aMessage({ expiresAt: at(10) }), valid]);
      await outbox.dropExpired(at(10));
      expect(await claimAll(at(10))).toEqual([valid.id]);
      expect(await outbox.removeFinished(at(11))).toBe(1);
    });

    it('removes messages that were sent or dropped before a time, and no others', async () => {
      await outbox.add([aMessage(), aMessage(), aMessage()]);
      for (const second of [1, 2]) {
        await outbox.record((await claimOne(outbox, at(0)))!, { status: 'sent' }, at(second));
      }
      expect(await outbox.removeFinished(at(1))).toBe(0);
      expect(await outbox.removeFinished(at(2))).toBe(1);
      expect(await outbox.removeFinished(at(3))).toBe(1);
      expect(await claimAll()).toHaveLength(1);
    });

    it('loses the messages of an account that is removed, and no others', async () => {
      const { account } = await withAccount();
      const { account: other } = await withAccount();
      const kept = [aMessage(), aMessage({ accountId: other.id })];
      await outbox.add([aMessage({ accountId: account.id }), ...kept]);
      await harness.accounts.remove(account.id, NOON);
      expect((await claimAll()).toSorted()).toEqual(kept.map(({ id }) => id).toSorted());
    });

    describe('gets a message with its change, and none without', () => {
      const ids = (messages: readonly OutboxMessage[]) => messages.map(({ id }) => id);
      const change = async (isDone: boolean, run: (mail: readonly OutboxMessage[]) => Promise<unknown>) => {
        const mail = [aMessage()];
        await run(mail);
        expect(await claimAll()).toEqual(isDone ? ids(mail) : []);
      };
      const eventOf = (accountId: string): SecurityEvent => {
        const common = { type: 'owner.signed_in', by: SYSTEM, subject: {} } as const;
        return { id: idAt(NOON), accountId, createdAt: NOON, ...common };
      };

      it('of a password', async () => {
        const { people } = harness;
        const { account, owner } = await withAccount();
        const passwordHash = 'x';
        for (const events of [undefined, [], [eventOf(account.id)]]) {
          await change(true, (mail) => people.update(owner.id, { passwordHash }, events, mail));
          await change(false, (mail) => people.update(idAt(NOON), { passwordHash }, events, mail));
        }
      });

      it('of a session', async () => {
        const { sessions } = harness;
        const { account, owner } = await withAccount();
        const session = () => aSession({ accountId: account.id, personId: owner.id });
        await change(true, (mail) => sessions.add(session(), undefined, mail));
        await change(true, (mail) => sessions.add(session(), eventOf(account.id), mail));
        await change(false, (mail) => sessions.add(aSession({ accountId: account.id }), undefined, mail));
      });

      it('of an API key', async () => {
        const { keys } = harness;
        const { account, owner } = await withAccount();
        const key = aKey({ accountId: account.id });
        await change(true, (mail) => keys.add(key, LIMITS, eventOf(account.id), mail));
        await change(false, (mail) =>
          keys.add(aKey({ accountId: account.id }), { ...LIMITS, active: 1 }, undefined, mail),
        );
        const rotate = (mail: readonly OutboxMessage[], active: number) =>
          keys.rotate(
            account.id,
            key.id,
            (predecessor) => ({
              predecessor,
              successor: aKey({ accountId: account.id, bucketId: key.id }),
              event: { ...eventOf(account.id), by: memberActor(owner.id) },
              mail,
            }),
            { ...LIMITS, active },
          );
        await change(false, (mail) => rotate(mail, 1));
        await change(true, (mail) => rotate(mail, 10));
      });

      it('of a membership', async () => {
        const { memberships } = harness;
        const { account, owner } = await withAccount();
        const { person } = await teamOf(harness).join(account, owner, 'editor');
        const invitation = await teamOf(harness).invite(account, owner);
        const event = eventOf(account.id);
        const join = (mail: readonly OutboxMessage[]) => {
          const joined = aPerson();
          const ids = { accountId: account.id, personId: joined.id };
          const membership = { ...ids, role: 'viewer', createdAt: NOON } as const;
          return harness.invitations.accept(invitation, { membership, person: joined, event, mail }, 1000);
        };
        await change(true, join);
        await change(false, join);
        const promote = (mail: readonly OutboxMessage[]) =>
          memberships.revise(account.id, person.id, ({ membership }) => ({
            next: { ...membership, role: 'owner' },
            event: { ...event, id: idAt(NOON) },
            mail,
          }));
        await change(true, promote);
        await change(false, promote);
      });
    });
  });
}
