import { until } from '@libs/postgres/testing';
import { useMail } from './support/mail';
import { votingAccount } from './support/voters';

const VOTES = 10_000;
/** Of an account in an hour (rate-limits.md 7). */
const STORED = 2_000;
const AT_ONCE = 20;
const ADDRESSES = 100;
const NETWORKS = 500;

/** votes.md 9 */
describe('10,000 scripted votes with the addresses of others', () => {
  const { service, client, smtp } = useMail({ TRUST_PROXY: '1' });

  it('move no number, and send each address one message', async () => {
    const mine = await votingAccount(service, client);
    const ids = [await mine.publish('Dark theme'), await mine.publish('Export')];
    const emails = Array.from({ length: ADDRESSES }, (_, n) => `victim${n}@example.com`);
    const statuses = new Map<number, number>();
    let sent = 0;
    const send = async () => {
      while (sent < VOTES) {
        const n = sent++;
        const ip = `10.${Math.floor((n % NETWORKS) / 250)}.${n % 250}.1`;
        const { status } = await mine.vote(ids[n % 2]!, ip, { email: emails[Math.floor(n / 2) % ADDRESSES] });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    expect(Object.fromEntries(statuses)).toEqual({ 202: STORED, 429: VOTES - STORED });
    const received = () => smtp.mails.flatMap(({ to }) => to).filter((to) => emails.includes(to));
    await until(() => received().length >= ADDRESSES);
    expect(received().toSorted()).toEqual(emails.toSorted());
    for (const id of ids)
      expect(await mine.itemOf(id)).toMatchObject({ request_count: 1, unconfirmed_votes: 0 });
  });
});
