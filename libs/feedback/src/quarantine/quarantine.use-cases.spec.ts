import { SYSTEM, parse } from '@libs/kernel';
import {
  idAt,
  InMemoryFeedbackRepository,
  InMemoryQuarantineRepository,
  CAN_NOTIFY,
  NO_STORAGE_LIMIT,
} from '../../testing';
import { newFeedbackRule } from '../items/feedback';
import type { Source } from '../items/feedback.rules';
import { FeedbackUseCases } from '../items/feedback.use-cases';
import type { QuarantineReason } from './quarantine';
import { QuarantineUseCases } from './quarantine.use-cases';

describe('QuarantineUseCases', () => {
  let now: Date;
  let feedback: FeedbackUseCases;
  let quarantine: QuarantineUseCases;

  beforeEach(() => {
    now = new Date('2026-03-03T10:00:00.000Z');
    const items = new InMemoryFeedbackRepository();
    const clock = () => now;
    const newId = (at: Date) => idAt(at.toISOString());
    feedback = new FeedbackUseCases(
      { items, lists: items, tags: items.tags, storage: NO_STORAGE_LIMIT, assertCanNotify: CAN_NOTIFY },
      clock,
      newId,
    );
    quarantine = new QuarantineUseCases(
      new InMemoryQuarantineRepository(items),
      clock,
      newId,
      NO_STORAGE_LIMIT,
    );
  });

  const keepAside = async (
    accountId: string,
    input: unknown,
    ...more: [source: Source, reason: QuarantineReason]
  ) => quarantine.quarantine(accountId, parse(newFeedbackRule, input), ...more);

  it('stores a submission with its reason, in no list of items', async () => {
    const entry = await keepAside('acme', { title: ' Buy! ' }, 'widget', 'token_forged');
    expect(entry).toEqual({
      accountId: 'acme',
      id: expect.stringMatching(/^019cb323-e500-7/),
      title: 'Buy!',
      description: null,
      submitter_email: null,
      source: 'widget',
      context: null,
      reason: 'token_forged',
      created_at: '2026-03-03T10:00:00.000Z',
    });
    expect((await quarantine.list('acme', { limit: 20 })).items).toEqual([entry]);
    expect(await quarantine.count('acme')).toBe(1);
    expect((await feedback.list('acme', { limit: 20, offset: 0 })).items).toEqual([]);
    await expect(feedback.read('acme', entry.id)).rejects.toMatchObject({ code: 'feedback_not_found' });
  });

  it('rejects an invalid submission with the errors of any other', async () => {
    await expect(
      keepAside('acme', { title: '', submitter_email: 'x' }, 'form', 'honeypot_filled'),
    ).rejects.toMatchObject({
      kind: 'validation',
      message: 'Field must not be empty: title',
      facts: { issues: [{ param: 'title' }, { param: 'submitter_email' }] },
    });
    expect(await quarantine.count('acme')).toBe(0);
  });

  it('ignores the status of a submission', async () => {
    const { id } = await keepAside('acme', { title: 'T', status: 'shipped' }, 'form', 'proof_missing');
    expect(await quarantine.release('acme', id, SYSTEM)).toMatchObject({ status: 'new' });
  });

  it('releases an entry with the time of its submission, by ID in either case', async () => {
    const { id } = await keepAside('acme', { title: 'T' }, 'form', 'token_missing');
    now = new Date('2026-03-04T10:00:00.000Z');
    const item = await quarantine.release('acme', id.toUpperCase(), SYSTEM);
    expect(item).toMatchObject({ id, version: 1, updated_at: '2026-03-03T10:00:00.000Z' });
    expect(await feedback.read('acme', id)).toEqual(item);
  });

  it('throws the same error for unknown IDs, malformed IDs, and IDs of other accounts', async () => {
    const { id } = await keepAside('acme', { title: 'T' }, 'form', 'token_missing');
    for (const [account, name] of [
      ['other', id],
      ['acme', ''],
      ['acme', `{${id}}`],
    ] as const) {
      for (const result of [quarantine.release(account, name, SYSTEM), quarantine.remove(account, name)]) {
        await expect(result).rejects.toMatchObject({ kind: 'not_found', code: 'quarantined_not_found' });
      }
    }
    await quarantine.remove('acme', id.toUpperCase());
    expect(await quarantine.count('acme')).toBe(0);
  });

  it('returns pages, newest first', async () => {
    for (let i = 0; i < 3; i++, now = new Date(now.getTime() + 1000)) {
      await keepAside('acme', { title: `Entry ${i}` }, 'form', 'token_missing');
    }
    const page = await quarantine.list('acme', { limit: 2 });
    expect(page.items.map(({ title }) => title)).toEqual(['Entry 2', 'Entry 1']);
    expect(page.hasMore).toBe(true);
    expect(await quarantine.list('acme', { limit: 2, after: page.items[1]!.id })).toMatchObject({
      items: [{ title: 'Entry 0' }],
      hasMore: false,
    });
  });

  it('deletes all entries of an account', async () => {
    await keepAside('acme', { title: 'T' }, 'form', 'token_missing');
    await quarantine.removeAll('acme');
    expect(await quarantine.count('acme')).toBe(0);
  });
});
