import { SYSTEM } from '@libs/kernel';
import { importedRequest, type Feedback } from '../../src';
import { aFeedback, anAccountId, idAt, mergeItem } from '../items/feedback-builders';
import type { ImporterUnderTest } from './feedback-importer.contract';

const NOW = new Date('2026-03-03T10:00:00.000Z');
const newId = (at: Date) => idAt(at.toISOString());

/** Contract tests of imports of requests (import.md 12). Every adapter runs all of them. */
export function requestImportContract(name: string, make: () => Promise<ImporterUnderTest>): void {
  describe(`FeedbackImporter of requests, ${name}`, () => {
    let adapters: ImporterUnderTest;
    let accountId: string;
    let importId: string;
    let item: Feedback;

    beforeAll(async () => {
      adapters = await make();
    });
    beforeEach(async () => {
      accountId = anAccountId();
      importId = newId(NOW);
      item = await added({ title: 'Dark mode', external_id: 'x:1', submitter_email: 'Ada@b.co' });
    });

    async function added(overrides: Partial<Feedback>): Promise<Feedback> {
      const created = aFeedback({ accountId, ...overrides });
      await adapters.items.add(created, SYSTEM);
      return created;
    }
    const rowsOf = (rows: readonly object[]) =>
      rows.map((row) => importedRequest(accountId, { ...row }, { now: NOW, newId }, [])!);
    const imported = (rows: readonly object[], dryRun = false) =>
      adapters.importer.run(accountId, dryRun, async (target) => {
        const outcomes = await target.addRequests(rowsOf(rows), importId);
        const requests = outcomes.filter((outcome) => outcome === 'created').length;
        await target.recordRequests({ id: importId, createdAt: NOW.toISOString(), created: 0, requests });
        return outcomes;
      });
    const totals = async ({ id } = item) => {
      const stored = (await adapters.items.find(accountId, id))!;
      return [stored.request_count, stored.request_value, stored.version];
    };
    const stored = () => adapters.requests.listAll(accountId, null, 100);

    const ROWS = [
      { external_id: 'x:1', email: 'b@c.co', company: 'Acme', value: '12.5', quote: 'Soon' },
      { title: ' DARK mode ', email: 'B@c.co' },
      { external_id: 'x:1', email: 'ada@b.co' },
      { external_id: 'x:1', count: '7' },
      { external_id: 'x:2', email: 'b@c.co' },
      { title: 'Unknown', email: 'b@c.co' },
      { feedback_id: 'malformed', email: 'b@c.co' },
    ];
    const OUTCOMES = ['created', 'existing', 'existing', 'created', 'unknown', 'unknown', 'unknown'];

    it('adds requests of new addresses to items by ID, external ID, or title, and counts them', async () => {
      expect(await imported(ROWS)).toEqual(OUTCOMES);
      expect(await totals()).toEqual([9, 12.5, 1]);
      importId = newId(NOW);
      expect(await imported([{ feedback_id: item.id, email: 'c@d.co' }])).toEqual(['created']);
      expect(await totals()).toEqual([10, 12.5, 1]);
      expect((await stored()).find(({ email }) => email === 'b@c.co')).toMatchObject({
        feedback_id: item.id,
        company: 'Acme',
        value: 12.5,
        quote: 'Soon',
        source: 'import',
      });
    });

    it('lets others change the items until its end, and counts them as they are then', async () => {
      const [target, gone] = [await added({ title: 'Theme' }), await added({ title: 'Gone' })];
      await adapters.importer.run(accountId, false, async (writing) => {
        for (const { id } of [gone, item])
          await writing.addRequests(rowsOf([{ feedback_id: id, email: 'b@c.co' }]), importId);
        await adapters.items.remove(accountId, gone.id, 'any', SYSTEM);
        await mergeItem(adapters.items, accountId, item.id, target.id);
        await writing.addRequests(rowsOf([{ feedback_id: target.id, email: 'c@d.co' }]), importId);
        const entry = { id: importId, createdAt: NOW.toISOString(), created: 0, requests: 3 };
        await writing.recordRequests(entry);
      });
      expect((await totals(target))[0]).toBe(4);
      expect((await stored()).map(({ feedback_id: id }) => id).sort()).toEqual([item.id, target.id].sort());
    });

    it('changes no request of an address that asked already', async () => {
      await imported([{ external_id: 'x:1', email: 'b@c.co', name: 'Bea' }]);
      importId = newId(NOW);
      expect(await imported([{ external_id: 'x:1', email: 'b@c.co', name: 'Other' }])).toEqual(['existing']);
      expect(await stored()).toMatchObject([{ name: 'Bea' }]);
    });

    it('reports a title that several items have', async () => {
      await added({ title: 'dark mode' });
      expect(await imported([{ title: 'Dark mode', email: 'b@c.co' }])).toEqual(['ambiguous']);
    });

    it('counts the same in a dry run, and adds nothing', async () => {
      expect(await imported(ROWS, true)).toEqual(OUTCOMES);
      expect(await stored()).toEqual([]);
      expect(await totals()).toEqual([1, 0, 1]);
    });

    it('restores exported requests with their IDs and sources, once', async () => {
      const at = '2025-01-02T03:04:05.678Z';
      const rest = { feedback_id: item.id, created_at: at, confirmed_at: at, source: 'vote' };
      const rows = [
        { ...rest, id: idAt(at), email: 'b@c.co', name: 'Bea' },
        { ...rest, id: idAt(at).toUpperCase(), count: 3 },
        { ...rest, id: 'x', count: 2 },
        { ...rest, id: item.id, email: 'other@c.co', company: 'Acme', value: 5 },
      ];
      const created = Array<string>(4).fill('created');
      expect(await imported(rows, true)).toEqual(created);
      expect(await imported(rows)).toEqual(created);
      expect(await totals()).toEqual([7, 5, 1]);
      const all = await stored();
      expect(all.find(({ email }) => email === 'b@c.co')).toMatchObject({ id: rows[0]!.id, source: 'vote' });
      expect(all.find(({ count }) => count === 3)!.id).toBe(rows[1]!.id.toLowerCase());
      expect(all.find(({ id }) => id === item.id)).toMatchObject({ email: 'Ada@b.co', company: 'Acme' });
      importId = newId(NOW);
      const again = ['existing', 'existing', 'created', 'existing'];
      expect(await imported(rows, true)).toEqual(again);
      expect(await imported(rows)).toEqual(again);
    });

    /** requests.md 1 */
    it('takes a row with the ID of its item for the submission, which keeps its address', async () => {
      const { id, created_at } = item;
      const row = { external_id: 'x:1', id, created_at, email: 'other@c.co', company: 'Acme', value: 5 };
      expect(await imported([row])).toEqual(['created']);
      expect(await totals()).toEqual([1, 5, 1]);
      const found = await adapters.requests.add(accountId, id, {
        inputs: [{ email: 'other@c.co' }],
        source: 'api',
        by: SYSTEM,
        now: NOW,
        newId: () => newId(NOW),
      });
      expect(found).toMatchObject([{ isNew: true }]);
      expect(await totals()).toEqual([2, 5, 1]);
    });

    it('ignores the items of other accounts', async () => {
      const mine = accountId;
      accountId = anAccountId();
      expect(await imported([{ feedback_id: item.id, email: 'b@c.co' }])).toEqual(['unknown']);
      accountId = mine;
      expect(await stored()).toEqual([]);
    });

    /** import.md 8 */
    it('is undone completely, without the requests that others added', async () => {
      const by = { source: 'api', by: SYSTEM, now: NOW, newId: () => newId(NOW) } as const;
      await adapters.requests.add(accountId, item.id, { ...by, inputs: [{ email: 'other@c.co' }] });
      await imported(ROWS);
      const end = '2026-03-03T00:00:00.000Z';
      expect(await adapters.imports.list(accountId, end, 10)).toEqual([
        { id: importId, createdAt: NOW.toISOString(), created: 0, requests: 2 },
      ]);
      expect(await adapters.imports.countRequests(accountId, importId)).toBe(2);
      expect(await adapters.imports.countRequests(anAccountId(), importId)).toBe(0);
      expect(await adapters.imports.undoRequests(anAccountId(), importId)).toBe(0);
      expect(await adapters.imports.undoRequests(accountId, importId)).toBe(2);
      expect(await adapters.imports.undo(accountId, importId, false, SYSTEM)).toBe(0);
      expect(await adapters.imports.undoRequests(accountId, importId)).toBe(0);
      expect(await adapters.imports.list(accountId, end, 10)).toEqual([]);
      expect(await totals()).toEqual([2, 0, 1]);
    });
  });
}
