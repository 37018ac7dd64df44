import type { FeedbackEvent } from '@libs/contract';
import { changedFields, requestCountOf, statusChange } from './event-details';

const updated = (previous: FeedbackEvent['data']['previous']): FeedbackEvent => ({
  id: 'evt_1',
  type: 'feedback.updated',
  timestamp: '2026-03-03T10:00:00.000Z',
  actor: { type: 'visitor' },
  data: { feedback: { id: 'i', title: 'Dark mode', status: 'planned' }, version: 2, previous },
});

it('a changed status has its old and its new value', () => {
  expect(statusChange(updated({ status: 'new', title: 'Dark' }))).toEqual({ from: 'new', to: 'planned' });
  expect(statusChange(updated({ title: 'Dark' }))).toBeNull();
});

it('other changed fields have their names, also if the old value was empty', () => {
  const fields = changedFields(updated({ status: 'new', description: null, title: 'Dark' }));
  expect(fields).toEqual(['Title', 'Description']);
});

it('an event about requests has the number of them, and other events have the item', () => {
  const event = { ...updated({}), type: 'request.created' as const };
  const feedback = { id: 'i', request_count: 0, request_value: 0 };
  expect(requestCountOf({ ...event, data: { feedback } })).toBe(0);
  expect(requestCountOf(updated({}))).toBeNull();
  expect(requestCountOf({ ...event, data: { feedback: { id: 'i' } } })).toBeNull();
});

it('an event of a deleted item has no changes', () => {
  const event = { ...updated({}), data: { feedback: { id: 'i' }, version: 2 } };
  expect([statusChange(event), changedFields(event)]).toEqual([null, []]);
});
