import { aFeedback } from '../../testing';
import { feedbackJson } from '../items/feedback';
import { matches, type NotInItem } from './match';
import type { FeedbackFilter } from './selection';

const at = (millisecond: number) => `2026-03-03T10:00:00.00${millisecond}Z`;
const item = feedbackJson(
  aFeedback({
    title: 'Dark mode',
    description: 'Some Text',
    submitter_email: 'Ada@example.com',
    status: 'planned',
    source: 'form',
    created_at: at(1),
    updated_at: at(3),
    external_id: 'Ticket 1',
    tags: ['Billing', 'mobile'],
    assignee: { id: 'ada', name: 'Ada' },
  }),
);
const empty = feedbackJson(aFeedback({ title: 'Empty' }));
const SENDERS = { searchesSenders: true };

/** lists.md 2 and lists.md 3 */
describe('matches', () => {
  it.each<[FeedbackFilter, boolean]>([
    [{}, true],
    [{ status: 'planned' }, true],
    [{ status: 'new' }, false],
    [{ source: 'form' }, true],
    [{ source: 'api' }, false],
    [{ external_id: 'Ticket 1' }, true],
    [{ external_id: 'ticket 1' }, false],
    [{ created_after: at(1) }, true],
    [{ created_after: at(2) }, false],
    [{ created_before: at(2) }, true],
    [{ created_before: at(1) }, false],
    [{ updated_after: at(3) }, true],
    [{ updated_after: at(4) }, false],
    [{ tags: ['BILLING'] }, true],
    [{ tags: ['billing', 'mobile'] }, true],
    [{ tags: ['billing', 'other'] }, false],
    [{ isUntagged: true }, false],
    [{ assigneeId: 'ada' }, true],
    [{ assigneeId: 'ben' }, false],
    [{ isUnassigned: true }, false],
    [{ q: 'DARK text' }, true],
    [{ q: 'dark light' }, false],
    [{ q: 'modesome' }, false],
    [{ q: 'ada@exam' }, false],
    [{ q: 'ada@EXAM', ...SENDERS }, true],
    [{ q: 'dark bob@', ...SENDERS }, false],
    [{ submitter_email: 'ada@EXAMPLE.com' }, true],
    [{ submitter_email: 'ada@example' }, false],
    [{ status: 'planned', q: 'dark', tags: ['mobile'] }, true],
    [{ status: 'planned', q: 'light', tags: ['mobile'] }, false],
  ])('with %j is %s', (filter, expected) => expect(matches(item, filter)).toBe(expected));

  it.each<[FeedbackFilter, boolean]>([
    [{ isUntagged: true }, true],
    [{ tags: ['billing'] }, false],
    [{ isUnassigned: true }, true],
    [{ assigneeId: 'ada' }, false],
    [{ external_id: 'Ticket 1' }, false],
    [{ submitter_email: 'ada@example.com' }, false],
    [{ q: 'null', ...SENDERS }, false],
  ])('with %j is %s for an item without these values', (filter, expected) =>
    expect(matches(empty, filter)).toBe(expected),
  );

  it.each<[FeedbackFilter, boolean]>([
    [{}, false],
    [{ external_id: 'Ticket 1' }, false],
    [{ merged: 'include' }, true],
    [{ merged: 'only' }, true],
    [{ merged: 'only', merged_into: 'target' }, true],
    [{ merged: 'only', merged_into: 'other' }, false],
  ])('with %j is %s for a merged item', (filter, expected) => {
    expect(matches({ ...item, merged_into: 'target' }, filter)).toBe(expected);
  });

  it('with only merged items is false for others', () => {
    expect(matches(item, { merged: 'only' })).toBe(false);
    expect(matches(item, { merged: 'include' })).toBe(true);
  });

  it.each<[NotInItem, boolean]>([
    [{ importId: 'i' }, true],
    [{ importId: 'other' }, false],
    [{}, false],
  ])('with an import is told which one created the item: %j', (more, expected) =>
    expect(matches(item, { importId: 'i' }, more)).toBe(expected),
  );
});

/** lists.md 2 */
describe('matches, for a target', () => {
  const night = { q: 'night' };
  const found = { isFoundByDuplicate: true };

  it('is told whether the text and the submitter find one of its duplicates', () => {
    expect(matches(item, night)).toBe(false);
    expect(matches(item, night, found)).toBe(true);
    expect(matches(item, { submitter_email: 'eve@example.com' }, found)).toBe(true);
    expect(matches(item, { ...night, status: 'new' }, found)).toBe(false);
  });

  it('finds only the item itself together with merged items', () =>
    expect(matches(item, { ...night, merged: 'include' }, found)).toBe(false));
});
