import { objectRule, optional, SYSTEM, type Issue } from '@libs/kernel';
import { aFeedback, anAccountId, aPublicCard, idAt, inMemoryAdapters } from '../../testing';
import type { FollowedAccount } from '../followers/follower.use-cases';
import { VOTER_FIELDS } from './waiting-vote';
import { isConfirmation, WaitingVoteUseCases, type Voter } from './waiting-vote.use-cases';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-03-04T10:00:00.000Z');
const EMAIL = 'Ada@example.com';

/** votes.md 9 */
describe('WaitingVoteUseCases', () => {
  const accountId = anAccountId();
  const account: FollowedAccount = {
    id: accountId,
    name: 'Acme',
    slug: 'acme',
    language: null,
    receipts: true,
    changelog: true,
  };
  let adapters: ReturnType<typeof inMemoryAdapters>;
  let now: Date;
  beforeEach(() => {
    adapters = inMemoryAdapters();
    now = NOW;
  });

  const mail = {
    voteConfirmation: (_: unknown, { email }: { readonly email: string }, titles: readonly string[]) => ({
      id: idAt(now.toISOString()),
      accountId,
      kind: `${email}: ${titles.join(', ')}`,
      sealed: Buffer.from(''),
      createdAt: now,
      expiresAt: now,
    }),
  };
  const create = (hasMail = true) =>
    new WaitingVoteUseCases(
      { waiting: adapters.waitingVotes, mail: hasMail ? mail : null },
      () => now,
      (at) => idAt(at.toISOString()),
      () => 'g',
    );
  const publish = async (title: string) => {
    const item = aFeedback({ accountId, public: { ...aPublicCard(), title } });
    await adapters.items.add(item, SYSTEM);
    return item.id;
  };
  const vote = (id: string, more: Partial<Voter> = {}) =>
    create().vote(account, id, { email: EMAIL, language: 'de', ...more });
  const follower = async () => (await adapters.followers.findByEmail(accountId, EMAIL))!;
  const sent = () => adapters.followers.outbox.map(({ message: { kind } }) => kind);
  const totalOf = async (id: string) => (await adapters.items.find(accountId, id))!.request_count;

  it('adds a vote that waits, and one message a day', async () => {
    const id = await publish('Card');
    await vote(id, { name: 'Ada' });
    await vote(id);
    expect(sent()).toEqual(['ada@example.com: Card']);
    expect(await create().cards(await follower())).toEqual([{ id, title: 'Card' }]);
    expect(await follower()).toMatchObject({ language: 'de', confirmed_at: null });
    expect(await totalOf(id)).toBe(1);
  });

  it('adds nothing without mail', async () => {
    const id = await publish('Card');
    expect([create().hasMail, create(false).hasMail]).toEqual([true, false]);
    await create(false).vote(account, id, { email: EMAIL, language: null });
    expect(await follower()).toBeNull();
  });

  it('confirms votes with the address, and leaves messages off if asked to', async () => {
    const id = await publish('Card');
    await vote(id, { name: 'Ada' });
    const { id: followerId } = await follower();
    const off = { no_mail_at: '2026-03-01T10:00:00.000Z' };
    await adapters.followers.change(accountId, followerId, (one) => ({ ...one, ...off }));
    const confirmed = await create().confirm(await follower(), 'votes');
    expect(confirmed).toMatchObject({ confirmed_at: NOW.toISOString(), ...off });
    expect(await totalOf(id)).toBe(2);
    expect(await create().confirm(await follower(), 'confirm')).toMatchObject({ no_mail_at: null });
    expect(await totalOf(id)).toBe(2);
    expect(['confirm', 'votes', 'mail', undefined].map(isConfirmation)).toEqual([true, true, false, false]);
  });

  it('fails to confirm for a follower that was erased', async () => {
    await vote(await publish('Card'));
    const erased = await follower();
    await adapters.followers.removeByEmail(accountId, EMAIL);
    await expect(create().confirm(erased, 'confirm')).rejects.toMatchObject({ code: 'link_invalid' });
  });

  it('discards the vote for a card, in any case of its ID', async () => {
    const id = await publish('Card');
    await vote(id);
    await create().discard(await follower(), id.toUpperCase());
    expect(await create().cards(await follower())).toEqual([]);
  });

  it('forgets votes after 30 days', async () => {
    await vote(await publish('Card'));
    now = new Date(NOW.getTime() + 30 * DAY_MS);
    await create().forget();
    expect(await create().cards(await follower())).toHaveLength(1);
    now = new Date(now.getTime() + 1);
    await create().forget();
    expect(await follower()).toBeNull();
  });

  /** changelog.md 10 */
  it('forgets subscriptions that were not confirmed after 30 days', async () => {
    const follow = { email: EMAIL, language: null, isConfirmed: false, generation: 'g' };
    const at = NOW.toISOString();
    const ask = () =>
      adapters.followers.askToSubscribe(accountId, { ...follow, id: idAt(at), at }, () => null);
    await ask();
    now = new Date(NOW.getTime() + 30 * DAY_MS);
    await create().forget();
    expect(await follower()).toMatchObject({ changelog_asked_at: at });
    now = new Date(now.getTime() + 1);
    await create().forget();
    expect(await follower()).toBeNull();
    await ask();
    const { id } = await follower();
    await adapters.followers.change(accountId, id, (one) => ({ ...one, confirmed_at: at }));
    await create().forget();
    expect(await follower()).toMatchObject({ changelog_asked_at: null });
  });
});

/** votes.md 9 */
describe('the fields of a voter', () => {
  const rule = objectRule({ email: optional(VOTER_FIELDS.email), name: optional(VOTER_FIELDS.name) });
  const read = (value: unknown) => {
    const issues: Issue[] = [];
    return [rule.read(value, '', issues), issues.map(({ param, code }) => `${param} ${code}`)];
  };

  it.each([
    [
      { email: ' a@example.com ', name: ' Ada ' },
      { email: 'a@example.com', name: 'Ada' },
    ],
    [{ email: '', name: ' ' }, {}],
    [{}, {}],
  ])('are trimmed, and can be empty: %j', (value, expected) => {
    expect(read(value)).toEqual([expected, []]);
  });

  it.each([
    [{ email: 'x' }, 'email invalid_format'],
    [{ email: null }, 'email null_not_allowed'],
    [{ email: 1 }, 'email invalid_type'],
    [{ name: 'x'.repeat(101) }, 'name too_long'],
    [{ name: 'a\nb' }, 'name invalid_characters'],
  ])('are checked: %j', (value, issue) => {
    expect(read(value)[1]).toEqual([issue]);
  });
});
