import { apiKeyActor, SYSTEM } from '@libs/kernel';
import { aFeedback } from '../../testing';
import { feedbackJson } from '../items/feedback';
import { eventsOf } from './item-event';

const AT = '2026-03-03T10:00:00.000Z';
const by = { actor: apiKeyActor('01900000-0000-7000-8000-000000000001'), at: AT };
const common = { timestamp: AT, actor: by.actor };
const item = aFeedback({ title: 'Dark mode', description: null, status: 'planned', version: 3 });
const data = { feedback: feedbackJson(item), version: 3 };

/** events.md 1 */
describe('eventsOf', () => {
  it('has one event for a created item', () => {
    expect(eventsOf({ ...by, kind: 'created', item })).toEqual([
      { ...common, type: 'feedback.created', data },
    ]);
  });

  it('has the old values of the changed fields', () => {
    const previous = { ...item, title: 'Dark', description: 'Old', updated_at: AT, version: 2 };
    expect(eventsOf({ ...by, kind: 'updated', item, previous })).toEqual([
      {
        ...common,
        type: 'feedback.updated',
        data: { ...data, previous: { title: 'Dark', description: 'Old' } },
      },
    ]);
  });

  it('has a second event for a new status', () => {
    const previous = { ...item, title: 'Dark', status: 'new' as const, version: 2 };
    expect(eventsOf({ ...by, kind: 'updated', item, previous })).toEqual([
      { ...common, type: 'feedback.updated', data: { ...data, previous: { title: 'Dark', status: 'new' } } },
      { ...common, type: 'feedback.status_changed', data: { ...data, previous: { status: 'new' } } },
    ]);
  });

  it('has only the IDs of a deleted item, and a version above the one of its last change', () => {
    const feedback = { id: item.id, external_id: 'board:17' };
    expect(eventsOf({ ...by, kind: 'deleted', item: { ...item, external_id: 'board:17' } })).toEqual([
      { ...common, type: 'feedback.deleted', data: { feedback, version: 4 } },
    ]);
  });

  it('counts the rows of an import', () => {
    const imported = { actor: SYSTEM, at: AT, kind: 'imported', created: 2, existing: 1 } as const;
    expect(eventsOf(imported)).toEqual([
      {
        timestamp: AT,
        actor: SYSTEM,
        type: 'feedback.imported',
        data: { import: { created: 2, existing: 1 } },
      },
    ]);
  });
});
