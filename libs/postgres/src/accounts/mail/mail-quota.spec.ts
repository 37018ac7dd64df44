import { aMessage, claimOne } from '@libs/accounts/testing';
import { accountRepositories } from '../../../testing';
import { PostgresMailOutbox } from './postgres-mail-outbox';

const NOON = new Date('2026-03-03T12:00:30.000Z');
const minutes = (count: number) => new Date(NOON.getTime() + count * 60_000);

/** mail.md 1 */
describe('a quota of messages per hour', () => {
  let outboxOf: (perHour: number) => PostgresMailOutbox;
  let counted: () => Promise<number>;
  beforeEach(async () => {
    const { dataSource } = await accountRepositories();
    await dataSource.query('DELETE FROM mail_minutes');
    outboxOf = (perHour) => new PostgresMailOutbox(dataSource, perHour);
    counted = async () => {
      const [row] = await dataSource.query<[{ sum: number }]>(
        'SELECT coalesce(sum(count), 0)::integer AS sum FROM mail_minutes',
      );
      return row.sum;
    };
  });
  const messages = (count: number, kind: 'mentioned' | 'new_sign_in' = 'mentioned') =>
    Array.from({ length: count }, () => aMessage({ kind, createdAt: NOON }));
  const sizes = async (outbox: PostgresMailOutbox, now: Date) => (await outbox.claim(now, 5)).length;

  it('holds back messages until an hour later, but not urgent ones, which count', async () => {
    const outbox = outboxOf(3);
    await outbox.add(messages(10));
    for (const message of await outbox.claim(NOON, 2)) await outbox.record(message, { status: 'sent' }, NOON);
    await outbox.add(messages(4, 'new_sign_in'));
    const claimed = await outbox.claim(minutes(1), 5);
    expect(claimed.map(({ kind }) => kind)).toEqual(Array.from({ length: 4 }, () => 'new_sign_in'));
    for (const message of claimed) await outbox.record(message, { status: 'sent' }, minutes(1));
    expect(await sizes(outbox, minutes(60))).toBe(0);
    // The two of noon no longer count, but the four urgent ones do.
    expect(await sizes(outbox, minutes(61))).toBe(0);
    expect(await sizes(outbox, minutes(62))).toBe(3);
    expect(await sizes(outbox, minutes(62))).toBe(0);
  });

  it('is shared by all processes', async () => {
    const outboxes = Array.from({ length: 4 }, () => outboxOf(12));
    await outboxes[0]!.add(messages(50));
    const all = await Promise.all(outboxes.flatMap((outbox) => [sizes(outbox, NOON), sizes(outbox, NOON)]));
    expect(all.reduce((sum, size) => sum + size, 0)).toBe(12);
  });

  it('does not count what was not sent', async () => {
    const outbox = outboxOf(1);
    await outbox.add(messages(2));
    const message = (await claimOne(outbox, NOON))!;
    expect(await claimOne(outbox, NOON)).toBeNull();
    const outcome = { status: 'pending', dueAt: minutes(50), reason: '451' } as const;
    await outbox.record(message, outcome, minutes(1));
    // It is no longer claimed, so this changes nothing.
    await outbox.record(message, { status: 'failed', reason: '550' }, minutes(300));
    expect(await claimOne(outbox, minutes(2))).not.toBeNull();
    expect(await claimOne(outbox, minutes(2))).toBeNull();
  });

  it('counts nothing without one', async () => {
    const outbox = outboxOf(0);
    await outbox.add(messages(10));
    expect(await sizes(outbox, NOON)).toBe(5);
    expect(await counted()).toBe(0);
  });
});
