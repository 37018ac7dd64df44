import { DomainError } from '@libs/kernel';
import { assertVersion, type Feedback, type FeedbackRepository } from '../src';
import { aFeedback, anAccountId, idAt } from './feedback-builders';

const minute = (n: number) => new Date(Date.UTC(2026, 2, 3, 10, n)).toISOString();

/** What every `FeedbackRepository` promises; each adapter runs all of it. */
export function feedbackRepositoryContract(name: string, make: () => Promise<FeedbackRepository>): void {
  describe(`FeedbackRepository, ${name}`, () => {
    let items: FeedbackRepository;
    let accountId: string;

    beforeAll(async () => {
      items = await make();
    });
    beforeEach(() => {
      accountId = anAccountId();
    });

    const add = async (given: Partial<Feedback> = {}) => {
      const item = aFeedback({ accountId, ...given });
      await items.add(item);
      return item;
    };
    const ids = (rows: readonly Feedback[]) => rows.map((row) => row.id);
    const page = (limit: number, offset = 0, more: object = {}) =>
      items.list(accountId, { limit, offset, ...more });

    it('gives back what was given, to the millisecond and the last code point', async () => {
      const item = await add({
        title: `${'😀'.repeat(199)}é`,
        description: '  kept as it came: \r\n\t"quotes" \\ \u2028 e\u0301 ',
        submitterEmail: 'Ada@Example.com',
        status: 'declined',
        source: 'form',
        createdAt: '2026-03-03T10:00:00.123Z',
        updatedAt: '2026-03-04T11:00:00.456Z',
        version: 7,
      });
      expect(await items.find(accountId, item.id)).toEqual(item);
      expect(await page(1)).toEqual([item]);
    });

    it.each(['000', '100', '120', '123', '007'])('keeps .%s of a second as it is written', async (ms) => {
      const item = await add({
        createdAt: `2026-03-03T10:00:59.${ms}Z`,
        updatedAt: `1999-12-31T23:59:59.${ms}Z`,
      });
      expect(await items.find(accountId, item.id)).toEqual(item);
    });

    it('keeps the longest legal item', async () => {
      const item = await add({ title: '😀'.repeat(200), description: '😀'.repeat(10_000) });
      expect(await items.find(accountId, item.id)).toEqual(item);
    });

    it('lists newest first and reads one more than the page', async () => {
      const [old, middle, young] = [
        await add({ createdAt: minute(1) }),
        await add({ createdAt: minute(2) }),
        await add({ createdAt: minute(3) }),
      ];
      expect(ids(await page(20))).toEqual([young.id, middle.id, old.id]);
      expect(ids(await page(1))).toEqual([young.id, middle.id]);
      expect(ids(await page(1, 1))).toEqual([middle.id, old.id]);
      expect(ids(await page(1, 2))).toEqual([old.id]);
      expect(await page(20, 3)).toEqual([]);
      expect(await page(100, 2_147_483_647)).toEqual([]);
    });

    it('breaks ties of one millisecond by id, so that pages never overlap', async () => {
      const same = await Promise.all(Array.from({ length: 7 }, () => add({ createdAt: minute(1) })));
      const expected = ids(same).sort().reverse();
      const paged = [
        ...(await page(3)).slice(0, 3),
        ...(await page(3, 3)).slice(0, 3),
        ...(await page(3, 6)),
      ];
      expect(ids(paged)).toEqual(expected);
    });

    it('goes on after an id, whether or not that item still exists', async () => {
      const [old, middle, young] = [
        await add({ createdAt: minute(1) }),
        await add({ createdAt: minute(2) }),
        await add({ createdAt: minute(3) }),
      ];
      expect(ids(await page(20, 0, { after: young.id }))).toEqual([middle.id, old.id]);
      await items.remove(accountId, middle.id);
      expect(ids(await page(20, 0, { after: middle.id }))).toEqual([old.id]);
      expect(await page(20, 0, { after: old.id })).toEqual([]);
    });

    it('filters by status, in every kind of page and in the count', async () => {
      const planned = [
        await add({ status: 'planned', createdAt: minute(1) }),
        await add({ status: 'planned', createdAt: minute(3) }),
        await add({ status: 'planned', createdAt: minute(5) }),
      ];
      await add({ status: 'new', createdAt: minute(2) });
      await add({ status: 'new', createdAt: minute(4) });
      const status = 'planned';
      expect(ids(await page(20, 0, { status }))).toEqual(ids(planned).reverse());
      expect(ids(await page(20, 1, { status }))).toEqual([planned[1]!.id, planned[0]!.id]);
      expect(ids(await page(20, 0, { status, after: planned[1]!.id }))).toEqual([planned[0]!.id]);
      expect(await items.count(accountId, 'planned')).toBe(3);
      expect(await items.count(accountId, 'shipped')).toBe(0);
      expect(await items.count(accountId)).toBe(5);
    });

    it('shows another account nothing and lets it change nothing', async () => {
      const item = await add();
      const other = anAccountId();
      expect(await items.find(other, item.id)).toBeNull();
      expect(await items.list(other, { limit: 20, offset: 0 })).toEqual([]);
      expect(await items.count(other)).toBe(0);
      expect(await items.revise(other, item.id, (current) => ({ ...current, title: 'stolen' }))).toBeNull();
      expect(await items.remove(other, item.id)).toBe(false);
      expect(await items.remove(other, item.id, () => undefined)).toBe(false);
      expect(await items.find(accountId, item.id)).toEqual(item);
    });

    it('keeps two accounts apart while both are read at once', async () => {
      const accounts = await Promise.all(
        Array.from({ length: 8 }, async () => (await add({ accountId: anAccountId() })).accountId),
      );
      const reads = Array.from({ length: 160 }, (_, i) => accounts[i % accounts.length]!);
      const lists = await Promise.all(reads.map((id) => items.list(id, { limit: 20, offset: 0 })));
      lists.forEach((rows, i) => expect(rows.map((row) => row.accountId)).toEqual([reads[i]]));
    });

    it('knows no unknown and no malformed id', async () => {
      for (const id of [idAt(minute(1)), 'abc', '', '{0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f}', "'; --"]) {
        expect(await items.find(accountId, id)).toBeNull();
        expect(await items.revise(accountId, id, (current) => current)).toBeNull();
        expect(await items.remove(accountId, id)).toBe(false);
        expect(await items.remove(accountId, id, () => undefined)).toBe(false);
      }
    });

    it('revises, and answers with the item as it is then', async () => {
      const item = await add({ description: 'before' });
      const next = { ...item, title: 'Darker', description: null, updatedAt: minute(9), version: 2 };
      expect(await items.revise(accountId, item.id, () => next)).toEqual(next);
      expect(await items.find(accountId, item.id)).toEqual(next);
    });

    it('writes nothing when the change changes nothing', async () => {
      const item = await add();
      expect(await items.revise(accountId, item.id, (current) => current)).toEqual(item);
      expect(await items.find(accountId, item.id)).toEqual(item);
    });

    it('writes nothing when the change throws, and the next change works', async () => {
      const item = await add();
      const broken = items.revise(accountId, item.id, () => {
        throw new Error('no');
      });
      await expect(broken).rejects.toThrow('no');
      expect(await items.find(accountId, item.id)).toEqual(item);
      const next = { ...item, title: 'after all', version: 2 };
      expect(await items.revise(accountId, item.id, () => next)).toEqual(next);
    });

    it('loses none of many changes made at once', async () => {
      const item = await add();
      await Promise.all(
        Array.from({ length: 25 }, () =>
          items.revise(accountId, item.id, (current) => ({ ...current, version: current.version + 1 })),
        ),
      );
      expect((await items.find(accountId, item.id))?.version).toBe(26);
    });

    it('lets one of many through that expect the same version', async () => {
      const item = await add();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 10 }, (_, i) =>
          items.revise(accountId, item.id, (current) => {
            assertVersion(current, [1]);
            return { ...current, title: `writer ${i}`, version: 2 };
          }),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(DomainError);
      }
    });

    it('removes once', async () => {
      const item = await add();
      const bystander = await add();
      expect(await items.remove(accountId, item.id)).toBe(true);
      expect(await items.remove(accountId, item.id)).toBe(false);
      expect(await items.find(accountId, item.id)).toBeNull();
      expect(ids(await page(20))).toEqual([bystander.id]);
    });

    it('removes only what is allowed, judged by the item as it is stored', async () => {
      const item = await add({ version: 3 });
      const stale = items.remove(accountId, item.id, (current) => assertVersion(current, [2]));
      await expect(stale).rejects.toMatchObject({ code: 'etag_mismatch', facts: { currentVersion: 3 } });
      expect(await items.find(accountId, item.id)).toEqual(item);
      expect(await items.remove(accountId, item.id, (current) => assertVersion(current, [3]))).toBe(true);
    });

    it('answers one of two removals at once', async () => {
      const item = await add();
      const answers = await Promise.all(
        [1, 2, 3].map(() => items.remove(accountId, item.id, () => undefined)),
      );
      expect(answers.filter(Boolean)).toHaveLength(1);
    });
  });
}
