import { SYSTEM, VISITOR } from '@libs/kernel';
import {
  aFeedback,
  anAccountId,
  idAt,
  InMemoryFeedbackRepository,
  InMemoryFollowerRepository,
  mergeItem,
} from '../../testing';
import type { Feedback } from '../items/feedback';
import type { Follower } from './follower';
import type { StoredMessage } from './follower.ports';
import { FollowerUseCases, type FollowedAccount } from './follower.use-cases';

const EMAIL = 'Ada@example.com';
const NOW = new Date('2026-03-03T12:00:00.000Z');

/** following.md 2, following.md 3, following.md 5 */
describe('FollowerUseCases', () => {
  let items: InMemoryFeedbackRepository;
  let followers: InMemoryFollowerRepository;
  let account: FollowedAccount;
  let now: Date;

  beforeEach(() => {
    items = new InMemoryFeedbackRepository();
    followers = new InMemoryFollowerRepository(items);
    account = {
      id: anAccountId(),
      name: 'Acme',
      slug: 'acme',
      language: null,
      receipts: true,
      changelog: true,
    };
    now = NOW;
  });

  const message = (kind: string): StoredMessage => ({
    id: idAt(now.toISOString()),
    accountId: account.id,
    kind,
    sealed: Buffer.from(kind),
    createdAt: now,
    expiresAt: now,
  });
  const mail = {
    receipt: () => message('receipt'),
    link: () => message('link'),
    changelogConfirmation: () => message('changelogConfirmation'),
  };
  const useCases = (hasMail = true) =>
    new FollowerUseCases(
      { followers, items, lists: items, mail: hasMail ? mail : null },
      () => now,
      (at) => idAt(at.toISOString()),
      () => 'g',
    );
  const sent = () => followers.outbox.map(({ message: { kind } }) => kind);
  const submission = (fields: Partial<Feedback> = {}) =>
    aFeedback({ accountId: account.id, submitter_email: EMAIL, source: 'form', ...fields });
  const follower = async () => (await followers.findByEmail(account.id, EMAIL))!;
  const submit = async (fields: Partial<Feedback> = {}) => {
    const item = submission(fields);
    await useCases().addSubmission(account, item, 'de', VISITOR);
    return item;
  };

  it('stores a submission with its follower and receipt', async () => {
    const item = await submit();
    expect(await items.find(account.id, item.id)).toEqual(item);
    expect(await follower()).toMatchObject({ language: 'de', confirmed_at: null });
    expect(sent()).toEqual(['receipt']);
  });

  it('stores only the item without mail or address', async () => {
    for (const [hasMail, email] of [
      [false, EMAIL],
      [true, null],
    ] as const) {
      const item = submission({ submitter_email: email });
      await useCases(hasMail).addSubmission(account, item, 'de', VISITOR);
      await useCases(hasMail).released(account, item);
      expect(await items.find(account.id, item.id)).toEqual(item);
    }
    expect([await followers.listAll(account.id, null, 10), sent()]).toEqual([[], []]);
  });

  it('sends no receipts if the account has turned them off, but links', async () => {
    account = { ...account, receipts: false };
    await submit();
    expect(sent()).toEqual([]);
    await useCases().sendLink(account, EMAIL.toUpperCase());
    await useCases().sendLink(account, 'eve@example.com');
    await useCases().sendLink(account, 'x');
    expect(sent()).toEqual(['link']);
    await useCases(false).sendLink(account, EMAIL);
  });

  /** changelog.md 10 */
  it('asks for the confirmation of a subscription, not without mail', async () => {
    await useCases(false).askToSubscribe(account, EMAIL, 'de');
    expect(await followers.findByEmail(account.id, EMAIL)).toBeNull();
    await useCases().askToSubscribe(account, EMAIL, 'de');
    expect(sent()).toEqual(['changelogConfirmation']);
    const { id } = await follower();
    await useCases().change(account.id, id, 'subscribe');
    expect(await follower()).toMatchObject({ language: 'de', changelog_at: NOW.toISOString() });
  });

  it('confirms the address of an identity token, also without mail', async () => {
    const item = submission({ verified: true });
    await useCases(false).addSubmission(account, item, 'de', VISITOR);
    expect(await follower()).toMatchObject({ confirmed_at: NOW.toISOString(), language: 'de' });
    expect(sent()).toEqual([]);
  });

  it('stores an item with the person who follows it, and sends nothing', async () => {
    const [followed, other] = [submission(), submission()];
    await useCases().addItem(followed, VISITOR, useCases().agreement(EMAIL, 'de'));
    await useCases().addItem(other, VISITOR, null);
    expect(await items.findAll(account.id, [followed.id, other.id])).toEqual([followed, other]);
    const { id } = await follower();
    expect(await followers.listItems(account.id, id, 10)).toMatchObject([{ feedback_id: followed.id }]);
    expect(sent()).toEqual([]);
  });

  it('confirms people who agreed, also without mail, and sends nothing', async () => {
    const item = await submit({ submitter_email: 'eve@example.com' });
    await useCases(false).agreed(account.id, item.id.toUpperCase(), [EMAIL]);
    expect(await follower()).toMatchObject({ confirmed_at: NOW.toISOString(), language: null });
    expect(sent()).toEqual(['receipt']);
  });

  const page = async (of?: Follower) => useCases().items(of ?? (await follower()));

  it('shows own titles, public titles of others, and nothing else of them', async () => {
    const mine = await submit({ title: 'Mine' });
    const others = [
      submission({ title: 'Private', submitter_email: null }),
      submission({ title: 'Private too', submitter_email: null }),
    ];
    for (const item of others) {
      await items.add(item, SYSTEM);
      await useCases().agreed(account.id, item.id, [EMAIL]);
    }
    const card = { title: 'Public', text: null, url: 'x', published_at: NOW.toISOString() };
    items.store({ ...items.itemOf(account.id, others[0]!.id)!, public: card });
    const shown = new Map((await page()).map((item) => [item.id, item]));
    expect(shown.get(mine.id)).toEqual({
      id: mine.id,
      title: 'Mine',
      status: 'new',
      since: NOW.toISOString(),
      isFollowed: true,
    });
    expect(others.map(({ id }) => shown.get(id)?.title)).toEqual(['Public', null]);
  });

  it('shows what the address asks for without following it', async () => {
    const item = submission({ submitter_email: EMAIL.toUpperCase() });
    await items.add(item, SYSTEM);
    await submit();
    const found = (await page()).find(({ id }) => id === item.id);
    expect(found).toMatchObject({ isFollowed: false, since: item.created_at });
    await useCases().setStopped(await follower(), item.id.toUpperCase(), false);
    expect((await page()).find(({ id }) => id === item.id)).toMatchObject({ isFollowed: true });
  });

  it('shows the status of the target of a merged item', async () => {
    const mine = await submit({ title: 'Mine' });
    const target = submission({ title: 'Private', submitter_email: null, status: 'building' });
    await items.add(target, SYSTEM);
    await mergeItem(items, account.id, mine.id, target.id);
    expect(await page()).toMatchObject([{ id: mine.id, title: 'Mine', status: 'building' }]);
  });

  it('follows nothing that the address does not ask for', async () => {
    await submit();
    const other = submission({ submitter_email: 'eve@example.com' });
    await items.add(other, SYSTEM);
    await useCases().setStopped(await follower(), other.id, false);
    expect(await page()).toHaveLength(1);
  });

  it('turns mail off and on without confirming, and fails for an erased follower', async () => {
    await submit();
    const { id } = await follower();
    now = new Date(NOW.getTime() + 1_000);
    const off = await useCases().change(account.id, id, 'no_mail');
    expect(off).toMatchObject({ no_mail_at: now.toISOString(), confirmed_at: null });
    expect(await useCases().change(account.id, id, 'mail')).toMatchObject({
      no_mail_at: null,
      confirmed_at: null,
    });
    await useCases().change(account.id, id, 'no_mail');
    const confirmed = await useCases().change(account.id, id, 'confirm');
    expect(confirmed).toMatchObject({ no_mail_at: null, confirmed_at: now.toISOString() });
    await followers.removeByEmail(account.id, EMAIL);
    await expect(useCases().change(account.id, id, 'mail')).rejects.toMatchObject({ code: 'link_invalid' });
  });

  it('yields all followers with what they follow', async () => {
    const item = await submit();
    const pages = [];
    for await (const entries of useCases().all(account.id)) pages.push(...entries);
    expect(pages).toMatchObject([
      { follower: { email: 'ada@example.com' }, items: [{ feedback_id: item.id }] },
    ]);
    await useCases().removeAll(account.id);
    expect(await followers.listAll(account.id, null, 10)).toEqual([]);
  });
});
