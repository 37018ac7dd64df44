import fc from 'fast-check';
import type { Feedback } from '../../src';
import { aFeedback, anAccountId, idAt } from '../items/feedback-builders';
import type { ImporterUnderTest } from './feedback-importer.contract';

const IMPORT_ID = idAt('2026-03-03T10:00:00.000Z');
const IDS = Array.from({ length: 6 }, (_, i) => idAt(`2026-03-03T10:00:0${i}.000Z`));
const row = fc.record({
  id: fc.constantFrom(...IDS),
  external_id: fc.option(fc.constantFrom('a', 'b', 'c')),
});

/** Property-based contract test of `FeedbackImporter`, with `numRuns` random imports. */
export function importProperties(
  name: string,
  make: () => Promise<Pick<ImporterUnderTest, 'importer' | 'lists'>>,
  numRuns: number,
): void {
  it(`FeedbackImporter, ${name}, returns the same counts in a dry run for random rows`, async () => {
    const { importer, lists } = await make();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(row, { maxLength: 5 }), { maxLength: 3 }), async (drafts) => {
        const accountId = anAccountId();
        const chunks = drafts.map((chunk) => chunk.map((draft) => aFeedback({ accountId, ...draft })));
        const run = (dryRun: boolean, of: readonly (readonly Feedback[])[]) =>
          importer.run(accountId, dryRun, async (target) => {
            const counts: number[] = [];
            for (const chunk of of) counts.push(await target.add(chunk, IMPORT_ID));
            return counts;
          });
        const planned = await run(true, chunks);
        expect(await run(false, chunks)).toEqual(planned);
        const stored = await lists.list(accountId, { limit: 100, offset: 0 });
        expect(stored).toHaveLength(planned.reduce((sum, n) => sum + n, 0));
        expect(await run(false, chunks)).toEqual(chunks.map(() => 0));
      }),
      { numRuns },
    );
  });
}
