import { memberActor, SYSTEM } from '@libs/kernel';
import {
  aFeedback,
  anAccountId,
  idAt,
  InMemoryFeedbackRepository,
  InMemoryFollowerRepository,
  InMemoryStatusMessageRepository,
  mergeItem,
} from '../../testing';
import { feedbackChangeRule, type Feedback } from '../items/feedback';
import { assertCanNotify } from './notify';
import { StatusMessageDelivery } from './status-message.delivery';
import { StatusMessageUseCases } from './status-message.use-cases';

const NOW = new Date('2026-03-03T12:00:00.000Z');
const BY = memberActor(idAt(NOW.toISOString()));

/** status-messages.md 2 */
describe('notify', () => {
  const issuesOf = (body: object) => {
    const issues: { code: string; param?: string }[] = [];
    feedbackChangeRule.read(body, '', issues as never);
    return issues.map(({ code, param }) => `${code} ${param}`);
  };

  it('needs a status, and null is none', () => {
    expect(issuesOf({ notify: {} })).toEqual(['missing_required_field status']);
    expect(issuesOf({ status: 'planned', notify: { message: 'Soon.\nThanks!' } })).toEqual([]);
    expect(issuesOf({ title: 'T', notify: null })).toEqual([]);
  });

  it('needs mail', () => {
    const failure = { kind: 'permission', code: 'mail_not_configured' };
    expect(() => assertCanNotify(false)([{}, { notify: {} }])).toThrow(expect.objectContaining(failure));
    expect(() => assertCanNotify(false)([{}, { notify: null }])).not.toThrow();
    expect(() => assertCanNotify(true)([{ notify: {} }])).not.toThrow();
  });
});

/** status-messages.md 1, status-messages.md 5, status-messages.md 6 */
describe('StatusMessageUseCases', () => {
  const items = new InMemoryFeedbackRepository();
  const followers = new InMemoryFollowerRepository(items);
  const messages = new InMemoryStatusMessageRepository(items, followers);
  const useCases = (hasMail = true) => new StatusMessageUseCases({ messages, items, hasMail }, () => NOW);
  let accountId: string;
  beforeEach(() => (accountId = anAccountId()));
  const add = async (fields: Partial<Feedback> = {}) => {
    const item = aFeedback({ accountId, ...fields });
    await items.add(item, SYSTEM);
    return item.id;
  };
  const line = (id: string) => ({ id, previous_status: 'new' as const });

  it('asks for messages about changed items that are not merged, once for each', async () => {
    const [changed, same, merged] = [
      await add({ status: 'planned' }),
      await add(),
      await add({ status: 'planned' }),
    ];
    await mergeItem(items, accountId, merged, same);
    const lines = [changed, same, merged, idAt(NOW.toISOString()), changed].map(line);
    const held = await useCases().ask(accountId, { items: lines, message: 'Hi' }, BY);
    expect(held.map(({ feedback_id: id }) => id)).toEqual([changed]);
    expect(held).toMatchObject([{ state: 'held', message: 'Hi', actor: BY }]);
    await expect(useCases(false).ask(accountId, { items: lines }, BY)).rejects.toMatchObject({
      code: 'mail_not_configured',
    });
  });

  it('finds and cancels by IDs in any case', async () => {
    const id = await add({ status: 'planned' });
    const [held] = await useCases().ask(accountId, { items: [line(id)] }, BY);
    expect(await useCases().list(accountId, id.toUpperCase())).toEqual([held]);
    await useCases().cancel(accountId, id.toUpperCase(), held!.id.toUpperCase());
    await expect(useCases().list(accountId, 'x')).rejects.toMatchObject({ code: 'feedback_not_found' });
  });

  it('yields all messages in pages', async () => {
    for (let i = 0; i < 101; i++)
      await useCases().ask(accountId, { items: [line(await add({ status: 'planned' }))] }, BY);
    const sizes = [];
    for await (const page of useCases().all(accountId)) sizes.push(page.length);
    expect(sizes).toEqual([100, 1]);
  });

  it('sends for accounts that are there and not suspended', async () => {
    const id = await add({ status: 'planned' });
    followers.addConfirmed(accountId, id, 'ada@example.com');
    await useCases().ask(accountId, { items: [line(id)] }, BY);
    const told: string[] = [];
    const mail = {
      statusUpdate: (account: { name: string }, { status }: { status: string }) => {
        told.push(`${account.name} ${status}`);
        const at = new Date();
        return {
          id: idAt(at.toISOString()),
          accountId,
          kind: 'k',
          sealed: Buffer.alloc(1),
          createdAt: at,
          expiresAt: at,
        };
      },
      entryUpdate: () => () => null!,
    };
    const account = {
      id: accountId,
      name: 'Acme',
      slug: 'acme',
      language: null,
      receipts: true,
      changelog: true,
    };
    const at = (ms: number) => new Date(NOW.getTime() + ms);
    const findAccount = async (of: string) => (of === accountId ? account : null);
    const delivery = (ms: number) => new StatusMessageDelivery({ messages, findAccount, mail }, () => at(ms));
    expect((await delivery(119_999).sendDue()).due).toBe(0);
    // Messages of the other tests are due, too.
    while ((await delivery(120_000).sendDue()).hasMore);
    expect(told).toEqual(['Acme planned']);
    expect(await useCases().list(accountId, id)).toMatchObject([{ state: 'sent', waiting: 1 }]);
  });

  it('sends the other messages if one of them fails', async () => {
    const steps: string[] = [];
    const due = ['bad', 'good'].map((id) => ({ accountId, id }));
    const step = async (_: string, id: string) => {
      steps.push(id);
      if (id === 'bad') throw new Error('too slow');
      return steps.length < 4;
    };
    const failing = { due: async () => due, step, settle: async () => 0 };
    const ports = {
      messages: failing,
      findAccount: async () => null,
      mail: { statusUpdate: () => null!, entryUpdate: () => () => null! },
    };
    const delivery = new StatusMessageDelivery(ports, () => NOW);
    const errors = [new Error('too slow')];
    expect(await delivery.sendDue()).toEqual({ due: 2, hasMore: true, errors });
    expect(await delivery.sendDue()).toEqual({ due: 2, hasMore: false, errors });
    expect(steps).toEqual(['bad', 'good', 'bad', 'good']);
  });
});
