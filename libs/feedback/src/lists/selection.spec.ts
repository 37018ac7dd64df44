import { memberSelectionOf, selectionOf } from './selection';

const id = '019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f';

/** lists.md 2 and lists.md 4 */
describe('selectionOf', () => {
  it('has each filter and the order under its own name', () => {
    const same = {
      q: 'dark',
      sort: 'title',
      submitter_email: 'ada@example.com',
      external_id: 'Ticket 1',
      created_after: '2026-03-01T00:00:00.000Z',
      created_before: '2026-03-02T00:00:00.000Z',
      updated_after: '2026-03-03T00:00:00.000Z',
      merged: 'include',
      merged_into: id,
    } as const;
    const values = { ...same, tag: ['mobile'], untagged: true };
    expect(selectionOf({ ...values, status: ['planned'] })).toEqual({
      ...same,
      status: 'planned',
      tags: ['mobile'],
      isUntagged: true,
    });
    expect(selectionOf({ status: ['new', 'planned'] })).toEqual({ statuses: ['new', 'planned'] });
  });

  it('tests no tags if untagged is false, and finds merged items by their target', () => {
    expect(selectionOf({ untagged: false })).toEqual({});
    expect(selectionOf({ merged_into: id })).toEqual({ merged: 'only', merged_into: id });
  });
});

/** lists.md 2 */
describe('memberSelectionOf', () => {
  it.each([
    [{}, {}],
    [{ assignee: 'me' }, { assigneeId: 'ada' }],
    [{ assignee: 'none' }, { isUnassigned: true }],
    [{ assignee: id }, { assigneeId: id }],
    [
      { status: ['new'], source: 'form', import: id },
      { status: 'new', source: 'form', importId: id },
    ],
  ] as const)('makes %j a selection that searches senders', (values, expected) =>
    expect(memberSelectionOf(values, 'ada')).toEqual({ ...expected, searchesSenders: true }),
  );
});
