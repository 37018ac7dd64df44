import { StorageCounting } from '../src/storage/storage-counting';
import { asSuperuser, digestsOf, until } from '@libs/postgres/testing';
import { scaled, sendMany, useFigures } from './support/figures';
import { pathsIn, sendEveryKind } from './support/mail-links';
import { useMail } from './support/mail';
import { useService } from './support/use-service';
import { votingAccount } from './support/voters';

const TYPED = { 'content-type': 'application/x-www-form-urlencoded' };

/** As mail servers, mail programs, and browsers open links that no one has clicked. */
const OPENINGS = [
  { method: 'GET', headers: {} },
  { method: 'HEAD', headers: {} },
  { method: 'GET', headers: { purpose: 'prefetch' } },
  { method: 'GET', headers: { 'sec-purpose': 'prefetch;prerender' } },
  { method: 'GET', headers: { 'x-moz': 'prefetch' } },
];

type Votes = Awaited<ReturnType<typeof votingAccount>>;

/** What scripts can do to votes and links: votes.md 2, votes.md 9, following.md 3, following.md 6 */
describe('abuse of votes and links', () => {
  // Before the one with mail: the last one stops first, and the mail server after it.
  const direct = useService();
  const { service, client, smtp } = useMail({ TRUST_PROXY: '1', FORM_MIN_SECONDS: '0' });
  const figures = useFigures(['requests', 'responses', 'people', 'votes', 'taken back', 'messages']);
  let mine: Votes;
  let id: string;
  let sent: number;

  beforeEach(async () => {
    mine = await votingAccount(service, client);
    id = await mine.publish('Dark theme');
    sent = smtp.mails.length;
  });

  const totals = async ({ itemOf }: Votes = mine, item = id) => {
    const { request_count: people, unconfirmed_votes: votes } = await itemOf(item);
    return { people, votes };
  };
  /** Removes the votes of all sources that the panel shows: one for each day. */
  const takeBack = async () => {
    const { sources } = (await mine.dashboard.get(`feedback/${id}/votes`)).json.data;
    let removed = 0;
    for (const { source } of sources)
      removed += (await mine.dashboard.delete(`votes/${source}`)).json.data.removed;
    return removed;
  };
  /** The messages of the account to people who follow, once everything before has been stored and sent. */
  const messages = async () => {
    const last = `last-${mine.slug}@example.com`;
    await mine.vote(id, '203.0.113.77', { email: last });
    await smtp.received(last);
    const count = (condition: string) =>
      asSuperuser<{ count: number }>(
        service.database,
        `SELECT count(*)::integer FROM mail_outbox
          WHERE account_id = $1 AND kind IN ('follow_link', 'vote_confirmation') AND ${condition}`,
        [mine.dashboard.account.id],
      ).then(([row]) => row!.count);
    await until(async () => (await count(`status = 'pending'`)) === 0);
    const stored = await count('true');
    const own = smtp.mails
      .slice(sent)
      .filter(({ to, text }) => to !== last && text.includes(`/f/${mine.slug}/`));
    return { stored: stored - 1, received: own.map(({ to }) => to) };
  };
  const askForLink = (email: string, ip: string) =>
    client.call('POST', `/f/${mine.slug}/me`, {
      body: `email=${encodeURIComponent(email)}`,
      headers: { ...TYPED, 'x-forwarded-for': ip },
    });
  const ipv4 = (n: number) => `10.${Math.floor(n / 65_536)}.${Math.floor(n / 256) % 256}.${n % 256}`;
  const ipv6 = (n: number) => `2001:db8:1:${n.toString(16)}::1`;

  it('one /24 has one vote for each address, which the team takes back at once', () =>
    figures.measure('votes from one /24', async () => {
      const count = 10_000;
      const statuses = await sendMany(count, (n) => mine.vote(id, `192.0.2.${n % 256}`, {}));
      const { people, votes } = await totals();
      expect([people, votes]).toEqual([1, 256]);
      expect(await takeBack()).toBe(256);
      expect(await totals()).toEqual({ people: 1, votes: 0 });
      return [count, statuses, people - 1, votes, 256, 0];
    }));

  it('each /64 of a /48 has one vote, and the team takes all of them back at once', () =>
    figures.measure('votes from as many /64 of one /48', async () => {
      const count = scaled(2_000);
      const statuses = await sendMany(count, (n) => mine.vote(id, ipv6(n), {}));
      // Other addresses of the same /64 count nothing.
      await mine.vote(id, '2001:db8:1:0:ffff::2', {});
      const { people, votes } = await totals();
      expect([people, votes, statuses]).toEqual([1, count, { 200: count }]);
      expect(await takeBack()).toBe(count);
      expect(await totals()).toEqual({ people: 1, votes: 0 });
      return [count, statuses, people - 1, votes, count, 0];
    }));

  /** operator.md 6 */
  it.each([
    ['without TRUST_PROXY', direct, (forged: string) => forged],
    ['before what a trusted proxy adds', { service, client }, (forged: string) => `${forged}, 203.0.113.5`],
  ])('a forged X-Forwarded-For %s is one vote', (name, at, headerOf) =>
    figures.measure(`forged X-Forwarded-For ${name}`, async () => {
      const account = await votingAccount(at.service, at.client);
      const card = await account.publish('Dark theme');
      const count = scaled(1_000);
      const statuses = await sendMany(count, (n) => account.vote(card, headerOf(ipv4(n)), {}));
      const { people, votes } = await totals(account, card);
      expect([people, votes]).toEqual([1, 1]);
      expect(Object.keys(statuses)).toEqual(['200', '429']);
      return [count, statuses, people - 1, votes, '', 0];
    }),
  );

  it.each([
    ['an address that is confirmed', 'ada@example.com', 3],
    ['an address that is not confirmed', 'bo@example.com', 1],
  ])('requests for a link of %s send no more than the limit', (name, email, limit) =>
    figures.measure(`links for ${name}`, async () => {
      if (limit > 1) await mine.call('POST', `/${id}/requests`, { email, notify: true });
      else await mine.vote(id, ipv4(70_000), { email });
      if (limit === 1) await smtp.received(email);
      const count = scaled(1_000);
      const texts = new Set<string>();
      const statuses = await sendMany(count, async (n) => {
        const [known, unknown] = [
          await askForLink(email, ipv4(n)),
          await askForLink(`unknown${n}@example.com`, ipv4(n)),
        ];
        for (const { text } of [known, unknown]) texts.add(text);
        return known;
      });
      expect([texts.size, statuses]).toEqual([1, { 200: count }]);
      const { stored, received } = await messages();
      expect([stored, received]).toEqual([limit, Array<string>(limit).fill(email)]);
      return [2 * count, { 200: 2 * count }, 0, 0, '', stored];
    }),
  );

  /** rate-limits.md 7 */
  it('one network gets 20 responses to requests for a link in an hour', () =>
    figures.measure('links from one network', async () => {
      const count = scaled(1_000);
      const statuses = await sendMany(count, (n) => askForLink(`unknown${n}@example.com`, '203.0.113.9'));
      expect(statuses).toEqual({ 200: 20, 429: count - 20 });
      return [count, statuses, 0, 0, '', 0];
    }));

  it('votes with the address of someone else send one message, and count nothing', () =>
    figures.measure('votes with one foreign address', async () => {
      const cards: string[] = [];
      for (let n = 0; n < 100; n++) cards.push(await mine.publish(`Card ${n}`));
      const [count, email] = [scaled(1_000), 'victim@example.com'];
      const statuses = await sendMany(count, (n) =>
        mine.vote(cards[n % cards.length]!, ipv4(n * 256), { email }),
      );
      expect(statuses).toEqual({ 202: count });
      await until(async () => (await mine.followers())[0]?.votes.length === cards.length);
      expect(await messages()).toEqual({ stored: 1, received: [email] });
      for (const card of cards) expect(await totals(mine, card)).toEqual({ people: 1, votes: 0 });
      expect((await mine.followers())[0]).toMatchObject({ email, confirmed_at: null, items: [] });
      return [count, statuses, 0, 0, '', 1];
    }));

  /** following.md 4, mail.md 2 */
  it('opening the links of messages changes nothing in any table', () =>
    figures.measure('links of messages, opened', async () => {
      const mails = await sendEveryKind({ service, client, smtp, account: mine });
      const paths = [...new Set(mails.flatMap(pathsIn))];
      for (const shape of ['/me/', '/no-mail', '/items/', '/unsubscribe/', '/app/reset-password'])
        expect(paths.join(' ')).toContain(shape);
      // Counts the account now, so that the job does not change its row in between.
      await service.get(StorageCounting).run();
      const before = await digestsOf(service.database.adminUrl);
      const opened = paths.flatMap((path) => OPENINGS.map((opening) => ({ path, ...opening })));
      const statuses = await sendMany(opened.length, async (n) => {
        const { method, path, headers } = opened[n]!;
        const response = await client.call(method, path, { headers });
        if (path.includes('/me/')) expect(response.headers['referrer-policy']).toBe('no-referrer');
        return response;
      });
      expect(Object.keys(statuses).filter((status) => Number(status) >= 400)).toEqual([]);
      expect(await digestsOf(service.database.adminUrl)).toEqual(before);
      return [opened.length, statuses, 0, 0, '', 0];
    }));
});
