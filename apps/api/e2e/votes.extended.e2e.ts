import { Dashboard } from './support/dashboard';
import { useService } from './support/use-service';

const ADDRESSES = 256;
/** Fewer than the limit of an address in a minute (rate-limits.md 7), so that the speed of the machine does not matter. */
const VOTES_PER_ADDRESS = 20;
const VOTES = ADDRESSES * VOTES_PER_ADDRESS;
const AT_ONCE = 20;

const { service, client } = useService({ TRUST_PROXY: '1' });

/** votes.md 2, votes.md 4 */
it('scripted votes from one /24 are 256 votes, and no request', async () => {
  const mine = await Dashboard.forNewAccount(service, client);
  const { key, slug } = mine.account;
  await mine.patch('public-pages', { votes: true });
  const { id } = (await client.call('POST', '/api/v1/feedback', { key, body: { title: 'T' } })).json.data;
  await client.call('PUT', `/api/v1/feedback/${id}/public`, { key, body: { title: 'T' } });
  const statuses = new Map<number, number>();
  let sent = 0;
  const send = async () => {
    while (sent < VOTES) {
      const headers = { 'x-forwarded-for': `192.0.2.${sent++ % ADDRESSES}` };
      const { status } = await client.call('POST', `/f/${slug}/items/${id}/votes`, { headers, body: {} });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  expect(Object.fromEntries(statuses)).toEqual({ 200: VOTES });
  const item = (await client.call('GET', `/api/v1/feedback/${id}`, { key })).json.data;
  expect(item).toMatchObject({
    request_count: 1,
    unconfirmed_votes: ADDRESSES,
    updated_at: expect.any(String),
  });
});
