import type { HistoryChange, ListPage } from '@libs/contract';
import { previousStatus } from './previous-status';

const change = (changes: HistoryChange['changes']): HistoryChange => ({
  at: '2026-03-04T10:00:00.000Z',
  actor: { type: 'owner' },
  type: 'updated',
  changes,
});
const created: HistoryChange = { ...change({}), type: 'created' };
const moved = (from: string, to: string) => change({ status: { from, to } });
const renamed = change({ title: { from: 'A', to: 'B' } });

/** Returns one page after the other, with its number as the cursor. */
const reading =
  (...pages: readonly (readonly HistoryChange[])[]) =>
  async (_id: string, cursor: string | null): Promise<ListPage<HistoryChange>> => {
    const at = Number(cursor ?? 0);
    const next = at + 1 < pages.length ? String(at + 1) : null;
    return {
      data: pages[at]!,
      pagination: { limit: 100, has_more: next !== null, next_cursor: next },
    };
  };

/** status-messages.md 6 */
describe('previousStatus', () => {
  it.each([
    [
      'the last change of the status',
      [[renamed, moved('planned', 'building'), moved('new', 'planned')]],
      'planned',
    ],
    ['a change on a later page', [[renamed], [moved('new', 'shipped'), created]], 'new'],
    ['nothing, if it never changed', [[renamed, created]], null],
    ['nothing, without a history', [[]], null],
  ])('finds %s', async (_, pages, expected) => {
    expect(await previousStatus('1', reading(...pages))).toBe(expected);
  });
});
