import { SYSTEM } from '@libs/kernel';
import { importedFeedback, requestJson, type ImportedItem } from '../../src';
import { anAccountId, idAt } from '../items/feedback-builders';
import type { ImporterUnderTest } from './feedback-importer.contract';

const NOW = new Date('2026-03-03T10:00:00.000Z');
const IMPORT_ID = idAt(NOW.toISOString());
const CREATED_AT = '2024-05-01T10:00:00.000Z';
const newId = (at: Date) => idAt(at.toISOString());
const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1);

/** Contract tests of the requests of imported items (import.md 11). Every adapter runs all of them. */
export function importRequestsContract(name: string, make: () => Promise<ImporterUnderTest>): void {
  describe(`FeedbackImporter with requests, ${name}`, () => {
    let adapters: ImporterUnderTest;
    let accountId: string;

    beforeAll(async () => {
      adapters = await make();
    });
    beforeEach(() => {
      accountId = anAccountId();
    });

    const rowOf = (values: object) => {
      const row = { title: 'T', created_at: CREATED_AT, external_id: 'a', ...values };
      return importedFeedback(accountId, row, NOW, newId, [])!;
    };
    const importAll = (rows: readonly ImportedItem[], dryRun = false) =>
      adapters.importer.run(accountId, dryRun, (target) =>
        target.add(
          rows.map(({ item }) => item),
          IMPORT_ID,
          rows.flatMap(({ requests }) => requests),
        ),
      );
    const itemOf = ({ item }: ImportedItem) => adapters.items.find(accountId, item.id);
    const stored = () => adapters.requests.listAll(accountId, null, 100);

    it('stores requests and details of the submission, with the totals of the row', async () => {
      const row = rowOf({
        votes: 9,
        voters: 'b@c.co',
        submitter_email: 'Ada@b.co',
        company: 'Acme',
        value: 5.5,
      });
      const totals = { request_count: 9, request_value: 5.5, updated_at: CREATED_AT, version: 1 };
      expect(await importAll([row])).toBe(1);
      expect(await itemOf(row)).toEqual(row.item);
      expect(row.item).toMatchObject(totals);
      const requests = (await stored()).map(requestJson).sort(byId);
      expect(requests).toEqual(row.requests.map(requestJson).sort(byId));
    });

    it('skips the requests of existing items, and of a repeated row', async () => {
      const row = rowOf({ voters: 'b@c.co' });
      expect(await importAll([row, rowOf({ voters: 'c@d.co' })])).toBe(1);
      expect(await importAll([rowOf({ votes: 12, voters: 'd@e.co' })])).toBe(0);
      expect(await stored()).toMatchObject([{ feedback_id: row.item.id, email: 'b@c.co' }]);
      expect(await itemOf(row)).toEqual(row.item);
    });

    it('stores none in a dry run, or after an error', async () => {
      const row = rowOf({ voters: 'b@c.co' });
      expect(await importAll([row], true)).toBe(1);
      const broken = adapters.importer.run(accountId, false, async (target) => {
        await target.add([row.item], IMPORT_ID, row.requests);
        throw new Error('broken');
      });
      await expect(broken).rejects.toThrow('broken');
      expect(await stored()).toEqual([]);
    });

    it('lets later requests count on top of the totals', async () => {
      const row = rowOf({ votes: 9, voters: 'b@c.co', company: 'Acme', value: 5 });
      await importAll([row]);
      const inputs = [{ email: 'B@c.co', company: 'acme', value: 7 }, { email: 'new@c.co' }];
      const addition = { inputs, source: 'api', by: SYSTEM, now: NOW, newId: () => newId(NOW) } as const;
      await adapters.requests.add(accountId, row.item.id, addition);
      expect(await itemOf(row)).toMatchObject({ request_count: 10, request_value: 7 });
      const { id } = row.requests.find(({ count }) => count > 1)!;
      await adapters.requests.remove(accountId, row.item.id, id, SYSTEM);
      expect(await itemOf(row)).toMatchObject({ request_count: 3, request_value: 7 });
    });

    it('writes requests to its own account only', async () => {
      const row = rowOf({ voters: 'b@c.co' });
      const other = anAccountId();
      await adapters.importer.run(other, false, (target) => target.add([row.item], IMPORT_ID, row.requests));
      expect(await stored()).toEqual([]);
      expect(await adapters.requests.listAll(other, null, 10)).toMatchObject([{ email: 'b@c.co' }]);
    });

    /** import.md 8 */
    it('deletes them with their items when the import is undone', async () => {
      const row = rowOf({ votes: 9, voters: 'b@c.co' });
      await importAll([row]);
      expect(await adapters.imports.undo(accountId, IMPORT_ID, false, SYSTEM)).toBe(1);
      expect(await stored()).toEqual([]);
      const again = rowOf({ voters: 'b@c.co' });
      expect(await importAll([again])).toBe(1);
      expect(await stored()).toHaveLength(1);
    });
  });
}
