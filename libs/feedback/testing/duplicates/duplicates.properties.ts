import { SYSTEM } from '@libs/kernel';
import fc from 'fast-check';
import { aFeedback, anAccountId, mergeItem } from '../items/feedback-builders';
import type { ItemAdapters } from '../lists/item-adapters';
import { GroupModel, groupStateOf, type GroupStep } from './group-model';

const EMAILS = ['ada@example.com', 'ADA@example.com', 'eve@example.com', null];

const step: fc.Arbitrary<{ kind: 'merge' | 'unmerge' | 'delete'; picks: number[] }> = fc.record({
  kind: fc.constantFrom('merge', 'merge', 'merge', 'merge', 'unmerge', 'unmerge', 'delete', 'delete'),
  picks: fc.array(fc.nat(11), { minLength: 2, maxLength: 2 }),
});

/** Property-based contract test of merging (items.md 11), with `numRuns` random sequences of steps. */
export function duplicatesProperties(name: string, make: () => Promise<ItemAdapters>, numRuns: number): void {
  describe(`FeedbackRepository, random merges and deletions, ${name}`, () => {
    let items: ItemAdapters['items'];
    let lists: ItemAdapters['lists'];
    beforeAll(async () => {
      ({ items, lists } = await make());
    });

    it('end in the state of a simple model', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
          const accountId = anAccountId();
          const all = Array.from({ length: 12 }, (_, i) =>
            aFeedback({ accountId, submitter_email: EMAILS[i % EMAILS.length]! }),
          );
          await Promise.all(all.map((item) => items.add(item, SYSTEM)));
          const model = new GroupModel(new Map(all.map(({ id, submitter_email }) => [id, submitter_email])));
          for (const { kind, picks } of steps) {
            const [one, other] = picks.map((i) => all[i]!.id) as [string, string];
            if (kind === 'delete') {
              const ids = [...new Set([one, other])].slice(0, (picks[0]! % 2) + 1);
              const versions = (await items.findAll(accountId, ids)).flatMap((row) => row ?? []);
              await items.removeUnchanged(accountId, versions, SYSTEM);
              model.apply({ kind: 'delete', ids });
              continue;
            }
            const request: GroupStep = { kind: 'merge', id: one, target: kind === 'merge' ? other : null };
            const isDone = await mergeItem(items, accountId, one, request.target).catch(() => null);
            expect([request, isDone !== null]).toEqual([request, model.apply(request)]);
          }
          const rows = await lists.list(accountId, { limit: 100, offset: 0, merged: 'include' });
          expect(Object.fromEntries(rows.map((row) => [row.id, groupStateOf(row)]))).toEqual(model.states());
        }),
        { numRuns },
      );
    });
  });
}
