import type { Actor, FeedbackEvent } from '@libs/contract';
import { actorName, changedFields, statusChange } from './event-details';

const updated = (previous: FeedbackEvent['data']['previous']): FeedbackEvent => ({
  id: 'evt_1',
  type: 'feedback.updated',
  timestamp: '2026-03-03T10:00:00.000Z',
  actor: { type: 'visitor' },
  data: { feedback: { id: 'i', title: 'Dark mode', status: 'planned' }, version: 2, previous },
});

it.each<[Actor, string]>([
  [{ type: 'owner', id: 'me' }, 'You'],
  [{ type: 'owner', id: 'other' }, 'Owner'],
  [{ type: 'api_key', id: 'k1' }, 'Nightly import'],
  [{ type: 'api_key', id: 'k2' }, 'API key'],
  [{ type: 'visitor' }, 'Visitor'],
  [{ type: 'import' }, 'Import'],
  [{ type: 'system' }, 'Service'],
])('the name of %j is %s', (actor, expected) => {
  expect(actorName(actor, 'me', new Map([['k1', 'Nightly import']]))).toBe(expected);
});

it('a changed status has its old and its new value', () => {
  expect(statusChange(updated({ status: 'new', title: 'Dark' }))).toEqual({ from: 'new', to: 'planned' });
  expect(statusChange(updated({ title: 'Dark' }))).toBeNull();
});

it('other changed fields have their names, also if the old value was empty', () => {
  const fields = changedFields(updated({ status: 'new', description: null, title: 'Dark' }));
  expect(fields).toEqual(['Title', 'Description']);
});

it('an event of a deleted item has no changes', () => {
  const event = { ...updated({}), data: { feedback: { id: 'i' }, version: 2 } };
  expect([statusChange(event), changedFields(event)]).toEqual([null, []]);
});
