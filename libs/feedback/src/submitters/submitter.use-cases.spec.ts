import { SYSTEM } from '@libs/kernel';
import {
  aFeedback,
  anAccountId,
  anEntry,
  aPublicCard,
  idAt,
  aQuarantined,
  InMemoryChangelogRepository,
  InMemoryFeedbackRepository,
  InMemoryFollowerRepository,
  InMemoryWaitingVoteRepository,
  InMemoryQuarantineRepository,
  InMemorySubmitterRepository,
} from '../../testing';
import { feedbackJson } from '../items/feedback';
import { SubmitterUseCases } from './submitter.use-cases';

const EMAIL = 'ada@example.com';
const NOW = new Date('2026-03-03T12:00:00.000Z');

/** dashboard.md 14 */
describe('SubmitterUseCases', () => {
  let items: InMemoryFeedbackRepository;
  let entries: InMemoryQuarantineRepository;
  let changelog: InMemoryChangelogRepository;
  let submitters: SubmitterUseCases;
  let followers: InMemoryFollowerRepository;
  let waiting: InMemoryWaitingVoteRepository;
  const accountId = anAccountId();

  beforeEach(() => {
    items = new InMemoryFeedbackRepository();
    followers = new InMemoryFollowerRepository(items);
    waiting = new InMemoryWaitingVoteRepository(items, followers, items.requests);
    entries = new InMemoryQuarantineRepository(items);
    changelog = new InMemoryChangelogRepository(items);
    submitters = new SubmitterUseCases(
      new InMemorySubmitterRepository(items, entries, changelog),
      followers,
      waiting,
      () => NOW,
    );
  });
  const add = async (count: number) => {
    const added = Array.from({ length: count }, () => aFeedback({ accountId, submitter_email: EMAIL }));
    for (const item of added) await items.add(item, SYSTEM);
    return added;
  };
  const exported = async () => {
    let text = '';
    for await (const part of submitters.export(accountId, EMAIL)) text += part;
    return JSON.parse(text) as unknown;
  };
  const empty = { requests: 0, quarantined: 0, notes: 0, changelog: 0, events: 0, history: 0, responses: 0 };

  it('counts, erases, and then finds nothing', async () => {
    await add(2);
    await entries.add(aQuarantined({ accountId, submitter_email: EMAIL }));
    await changelog.add(anEntry({ accountId, title: `By ${EMAIL}` }));
    const counts = { ...empty, items: 2, quarantined: 1, changelog: 1 };
    expect(await submitters.count(accountId, EMAIL)).toEqual(counts);
    const options = { deletes: false, by: SYSTEM };
    expect(await submitters.erase(accountId, EMAIL, options)).toEqual({ ...counts, isComplete: true });
    expect(await submitters.count(accountId, EMAIL)).toEqual({ ...empty, items: 0 });
    expect(await items.list(accountId, { limit: 10, offset: 0 })).toHaveLength(2);
  });

  it('reports progress, ends at the given time after 100 items, and continues when it is called again', async () => {
    await add(101);
    await entries.add(aQuarantined({ accountId, submitter_email: EMAIL }));
    const progress: number[] = [];
    const options = { deletes: true, by: SYSTEM, onProgress: (count: number) => void progress.push(count) };
    const ended = await submitters.erase(accountId, EMAIL, { ...options, until: NOW });
    expect(ended).toEqual({ ...empty, items: 100, isComplete: false });
    const rest = await submitters.erase(accountId, EMAIL, options);
    expect(rest).toEqual({ ...empty, items: 1, quarantined: 1, isComplete: true });
    expect(progress).toEqual([100, 1]);
    expect(await items.list(accountId, { limit: 10, offset: 0 })).toEqual([]);
  });

  it('exports items and quarantined submissions as JSON', async () => {
    const document = {
      exported_at: NOW.toISOString(),
      email: EMAIL,
      following: null,
      requests: [],
      notes: [],
      changelog: [],
      events: [],
      history: [],
    };
    expect(await exported()).toEqual({ ...document, feedback: [], quarantine: [] });
    const added = await add(101);
    const entry = aQuarantined({ accountId, submitter_email: EMAIL });
    await entries.add(entry);
    const { id, title, description, source, context, reason, created_at } = entry;
    const quarantined = {
      id,
      title,
      description,
      submitter_email: EMAIL,
      source,
      context,
      reason,
      created_at,
    };
    const { text, published_at, ...written } = anEntry({ accountId, text: `By ${EMAIL}` });
    await changelog.add({ ...written, text, published_at });
    const changed = {
      id: written.id,
      title: written.title,
      text,
      published_at,
      created_at: written.created_at,
    };
    const feedback = added.map(feedbackJson).sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(await exported()).toEqual({
      ...document,
      feedback,
      quarantine: [quarantined],
      changelog: [changed],
    });
  });

  /** votes.md 9 */
  it('exports votes that wait, and deletes them before it erases anything else', async () => {
    const item = aFeedback({ accountId, public: aPublicCard() });
    await items.add(item, SYSTEM);
    const at = NOW.toISOString();
    const follow = { email: EMAIL, language: null, isConfirmed: false, id: idAt(at), generation: 'g', at };
    await waiting.add(accountId, item.id, { follow, name: 'Ada' }, () => null);
    const votes = [{ feedback_id: item.id, name: 'Ada', created_at: at }];
    expect(await exported()).toMatchObject({ following: { email: EMAIL.toLowerCase(), votes } });
    await add(100);
    const ended = await submitters.erase(accountId, EMAIL, { deletes: false, by: SYSTEM, until: NOW });
    expect(ended.isComplete).toBe(false);
    expect(await exported()).toMatchObject({ following: { votes: [] } });
    await submitters.erase(accountId, EMAIL, { deletes: false, by: SYSTEM });
    expect(await exported()).toMatchObject({ following: null });
  });
});
