import {
  MAIL_LEASE_SECONDS,
  type ComposedDigestMail,
  type DueDigestMail,
  type MailReader,
  type NotificationMailRepository,
  type NotificationSettings,
} from '../../src';
import { aMessage } from '../mail/mail-builders';
import type { NotificationMailHarness } from './notification-mail.contract';

const MINUTE = 60_000;
const after = (milliseconds: number, from = new Date()) => new Date(from.getTime() + milliseconds);

/** Contract tests of `NotificationMailRepository`, about digest mail and new feedback (notifications.md 6). Every adapter runs all of them. */
export function digestMailContract(name: string, make: () => Promise<NotificationMailHarness>): void {
  describe(`NotificationMailRepository, ${name}`, () => {
    let harness: NotificationMailHarness;
    let mail: NotificationMailRepository;
    let accountId: string;
    let personId: string;
    let email: string;
    let account: string;

    beforeAll(async () => {
      harness = await make();
      ({ mail } = harness);
    });
    beforeEach(async () => {
      ({ accountId, personId, email, account } = await harness.addAccount());
    });

    const change = (changed: Partial<NotificationSettings>) =>
      harness.settings.change(accountId, personId, changed);
    /** Other tests leave what is due. */
    const own = <T extends MailReader>(due: readonly T[]): readonly T[] =>
      due.filter((one) => one.accountId === accountId);

    describe('digest mail', () => {
      const claim = async (now = new Date()) => own(await mail.claimDigestMail('digest', now));
      const store = (due: readonly DueDigestMail[], more: Partial<ComposedDigestMail> = {}) => {
        const results = { nextDueAt: after(10 * MINUTE), message: aMessage({ accountId }), ...more };
        return mail.storeDigestMail(
          'digest',
          due.map((one) => ({ ...one, ...results })),
          new Date(),
        );
      };
      /** Makes the digest mail due in ten minutes. */
      const plan = async () => store(await claim(), { message: null });

      it('are planned after a change of the settings, and due once', async () => {
        await change({ newFeedbackMail: 'daily', timeZone: 'Europe/Berlin' });
        const due = await claim();
        expect(due).toMatchObject([
          {
            accountId,
            personId,
            recipient: { email, account },
            settings: { newFeedbackMail: 'daily', timeZone: 'Europe/Berlin', serviceMail: 'immediately' },
            dueAt: null,
          },
        ]);
        expect(due[0]!.since / 1000).toBeCloseTo(Date.now(), -4);
        await store(due, { message: null });
        expect(await claim(after(9 * MINUTE))).toEqual([]);
        const second = await claim(after(11 * MINUTE));
        expect(second).toHaveLength(1);
        await store(second, { since: 4711, nextDueAt: after(20 * MINUTE) });
        expect(await harness.messages(accountId)).toHaveLength(1);
        await harness.send(accountId);
        expect(await claim(after(21 * MINUTE))).toMatchObject([{ since: 4711 }]);
      });

      it('wait for an earlier one to the person in the account', async () => {
        await change({ newFeedbackMail: 'daily' });
        await plan();
        await store(await claim(after(11 * MINUTE)), { nextDueAt: after(20 * MINUTE) });
        expect(await claim(after(21 * MINUTE))).toEqual([]);
        await change({ newFeedbackMail: 'immediately' });
        await harness.publish(accountId);
        expect(own(await mail.claimDigestMail('at-once', after(21 * MINUTE)))).toEqual([]);
        await harness.send(accountId);
        expect(own(await mail.claimDigestMail('at-once', after(21 * MINUTE)))).toHaveLength(1);
      });

      it('wait until events from before are published', async () => {
        await change({ newFeedbackMail: 'daily' });
        const now = new Date();
        await store(await claim(now), { message: null, nextDueAt: now });
        expect(await claim(after(29_000, now))).toEqual([]);
        expect(await claim(after(31_000, now))).toMatchObject([{ dueAt: now }]);
      });

      it.each([
        [{ newFeedbackMail: 'weekly' }, 1],
        [{ quarantineMail: 'daily' }, 1],
        [{ newFeedbackMail: 'immediately' }, 0],
        [{ newFeedbackMail: 'off' }, 0],
      ] as const)('with %j: %i', async (changed, count) => {
        await change(changed);
        expect(await claim()).toHaveLength(count);
      });

      it('are claimed by one of several processes, and again if no result is stored', async () => {
        await change({ newFeedbackMail: 'daily' });
        await plan();
        const at = after(11 * MINUTE);
        expect((await Promise.all([claim(at), claim(at), claim(at)])).flat()).toHaveLength(1);
        const first = await claim(after((MAIL_LEASE_SECONDS + 1) * 1000, at));
        const second = await claim(after(2 * (MAIL_LEASE_SECONDS + 1) * 1000, at));
        await store(first);
        expect(await harness.messages(accountId)).toEqual([]);
        await store(second);
        await store(second);
        expect(await harness.messages(accountId)).toHaveLength(1);
      });

      it('are not stored if the person changes a setting in the meantime', async () => {
        await change({ newFeedbackMail: 'daily' });
        await plan();
        const due = await claim(after(11 * MINUTE));
        await change({ newFeedbackMail: 'off' });
        await store(due);
        expect(await harness.messages(accountId)).toEqual([]);
        expect(await claim(after(20 * MINUTE))).toEqual([]);
      });

      it('stay due if another setting changes', async () => {
        await change({ newFeedbackMail: 'daily' });
        await plan();
        const due = await claim(after(11 * MINUTE));
        await change({ mentionedMail: 'off' });
        await store(due);
        expect(await harness.messages(accountId)).toEqual([]);
        expect(await claim(after(11 * MINUTE))).toMatchObject([{ dueAt: due[0]!.dueAt }]);
      });

      it('keep their period when the interval changes, and start a new one after a pause', async () => {
        await change({ newFeedbackMail: 'daily' });
        await store(await claim(), { since: 4711, message: null });
        await change({ newFeedbackMail: 'weekly' });
        expect(await claim()).toMatchObject([{ since: 4711, dueAt: null }]);
        await change({ newFeedbackMail: 'off' });
        await change({ newFeedbackMail: 'daily' });
        expect((await claim())[0]!.since).toBeGreaterThan(4711);
      });

      it('start their period at a given time, unless one runs already', async () => {
        const start = (hours: number) => after(-hours * 60 * MINUTE);
        const turnOn = (mail: NotificationSettings['newFeedbackMail'], since: Date) =>
          harness.settings.change(accountId, personId, { newFeedbackMail: mail }, since);
        const first = start(20);
        await turnOn('daily', first);
        await turnOn('weekly', start(100));
        expect((await claim())[0]!.since).toBe(first.getTime() * 1000);
        await turnOn('off', start(1));
        const second = start(2);
        await turnOn('daily', second);
        expect((await claim(after(11 * MINUTE)))[0]!.since).toBe(second.getTime() * 1000);
      });

      it('of a deleted account are not stored', async () => {
        await change({ newFeedbackMail: 'daily' });
        await plan();
        const due = await claim(after(11 * MINUTE));
        await harness.remove(accountId);
        await store(due);
        expect(await harness.messages(accountId)).toEqual([]);
      });

      it('have no recipient if the person has left', async () => {
        await change({ newFeedbackMail: 'daily' });
        await harness.leave(accountId, personId);
        expect(await claim()).toMatchObject([{ recipient: null }]);
      });
    });

    describe('mail about new feedback at once', () => {
      const claim = async (now = new Date()) => own(await mail.claimDigestMail('at-once', now));
      const store = (due: readonly DueDigestMail[], now = new Date()) =>
        mail.storeDigestMail(
          'at-once',
          due.map((one) => ({ ...one, nextDueAt: null, since: one.last, message: null })),
          now,
        );

      it('is due when an item is published, and then not for five minutes', async () => {
        await change({ newFeedbackMail: 'immediately' });
        expect(await claim()).toEqual([]);
        await harness.publish(accountId);
        const due = await claim();
        expect(due).toMatchObject([{ accountId, personId }]);
        expect(due[0]!.last).toBeGreaterThan(due[0]!.since);
        await store(due);
        expect(await claim(after(60 * MINUTE))).toEqual([]);
        await harness.publish(accountId);
        expect(await claim(after(4 * MINUTE))).toEqual([]);
        expect(await claim(after(5.1 * MINUTE))).toMatchObject([{ since: due[0]!.last }]);
      });

      it('is due again for items that are published while it is composed', async () => {
        await change({ newFeedbackMail: 'immediately' });
        await harness.publish(accountId);
        const due = await claim();
        await store(due);
        await harness.publish(accountId);
        const second = await claim(after(6 * MINUTE));
        await harness.publish(accountId);
        await store(second, after(6 * MINUTE));
        expect(await claim(after(12 * MINUTE))).toHaveLength(1);
      });

      it('stays due if another setting changes', async () => {
        await change({ newFeedbackMail: 'immediately' });
        await harness.publish(accountId);
        await change({ timeZone: 'Asia/Tokyo' });
        await change({ newFeedbackMail: 'immediately' });
        expect(await claim()).toHaveLength(1);
      });
    });
  });
}
