import { SYSTEM } from '@libs/kernel';
import { randomUUID } from 'node:crypto';
import { MERGED_FILTERS, type Feedback, type FeedbackFilter, type TagRepository } from '../../src';
import { aFeedback, anAccountId } from '../items/feedback-builders';
import type { ItemAdapters } from './item-adapters';
import { matching } from './matching';

export interface ListAdapters extends ItemAdapters {
  readonly tags: TagRepository;
}

/** Assignments and imports have contracts of their own. */
export type TestedFilter = Exclude<keyof FeedbackFilter, 'assigneeId' | 'isUnassigned' | 'importId'>;

const at = (millisecond: number) => new Date(Date.UTC(2026, 2, 3, 10, 0, 0, millisecond)).toISOString();

/** Contract tests of filters (lists.md 2): each value matches some of the items, and not the others. */
export function itemFilterContract(name: string, make: () => Promise<ListAdapters>): void {
  describe(`ItemLists filters, ${name}`, () => {
    const accountId = anAccountId();
    const item = (n: number, more: Partial<Feedback>) =>
      aFeedback({ accountId, title: `Item ${n}`, created_at: at(n), updated_at: at(9 - n), ...more });
    const target = item(1, { title: 'Dark mode', status: 'planned', tags: ['a', 'B'], external_id: 'x' });
    const all = [
      target,
      item(2, { description: 'dark', source: 'form', submitter_email: 'Ada@example.com', tags: ['a'] }),
      item(3, { title: 'Night', merged_into: target.id, submitter_email: 'eve@example.com', tags: ['B'] }),
      item(4, { description: 'ada@example.com', status: 'planned', external_id: 'X' }),
    ];
    const values: { readonly [T in TestedFilter]: readonly NonNullable<FeedbackFilter[T]>[] } = {
      status: ['new', 'planned'],
      statuses: [
        ['new', 'declined'],
        ['planned', 'shipped'],
      ],
      source: ['api', 'form'],
      q: ['DARK', 'dark mode', 'night', 'ada@'],
      searchesSenders: [true],
      submitter_email: ['ADA@example.com', 'eve@example.com'],
      requested_by: ['ADA@example.com', 'eve@example.com'],
      created_after: [at(1), at(2), at(4)],
      created_before: [at(1), at(2), at(4)],
      updated_after: [at(5), at(6), at(8)],
      updated_before: [at(5), at(6), at(8)],
      external_id: ['x', 'X'],
      merged: MERGED_FILTERS,
      merged_into: [target.id],
      tags: [['A'], ['a', 'b'], ['unknown']],
      isUntagged: [true],
    };
    const filters = Object.entries(values).flatMap(([key, some]) => some.map((value) => ({ [key]: value })));
    let lists: ListAdapters['lists'];
    beforeAll(async () => {
      const adapters = await make();
      ({ lists } = adapters);
      await adapters.tags.ensure(accountId, ['a', 'B'], randomUUID);
      for (const one of all) await adapters.items.add(one, SYSTEM);
    });

    it.each([{}, { searchesSenders: true }, ...MERGED_FILTERS.map((merged) => ({ merged }))])(
      'match the items that match in the core, each with %j',
      async (more) => {
        for (const filter of filters.map((one): FeedbackFilter => ({ ...more, ...one }))) {
          const found = await lists.list(accountId, { ...filter, sort: 'created_at', limit: 9, offset: 0 });
          const titles = matching(all, filter).map(({ title }) => title);
          expect([filter, found.map(({ title }) => title)]).toEqual([filter, titles]);
        }
      },
    );
  });
}
