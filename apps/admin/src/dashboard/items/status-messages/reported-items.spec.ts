import type { StatusMessage } from '@libs/contract';
import { statusMessage } from './status-message.fixture';
import { reportedItems } from './reported-items';

const DUE = '2026-03-04T10:02:00.000Z';
const LATER = '2026-03-04T10:03:00.000Z';
const held = (id: string, previous: StatusMessage['previous_status'], due = DUE) =>
  statusMessage('held', { feedback_id: id, previous_status: previous, due_at: due });
const a = { id: 'a', previous_status: 'new' } as const;
const b = { id: 'b', previous_status: 'planned' } as const;
const building = () => 'building' as const;

/** status-messages.md 3, status-messages.md 6 */
describe('reportedItems', () => {
  it('are all items without held messages', () => {
    expect(reportedItems([a, b], [], building)).toEqual({ reported: [a, b], dueAt: null });
  });

  it('are told at the last end of the holds, if messages about all of them are held', () => {
    const messages = [held('b', 'new', LATER), held('a', 'new')];
    expect(reportedItems([a, b], messages, building)).toEqual({ reported: [a, b], dueAt: LATER });
  });

  it('have no common time, if a message about one of them is held', () => {
    expect(reportedItems([a, b], [held('a', 'new')], building)).toEqual({ reported: [a, b], dueAt: null });
  });

  it('are not those whose status is that before the held message', () => {
    const back = { id: 'a', previous_status: 'planned' } as const;
    expect(reportedItems([back], [held('a', 'building')], building)).toEqual({ reported: [], dueAt: null });
    expect(reportedItems([back, b], [held('a', 'building'), held('b', 'new')], building)).toEqual({
      reported: [b],
      dueAt: DUE,
    });
  });

  it('are also those whose status is unknown', () => {
    expect(reportedItems([a], [held('a', 'new')], () => undefined)).toEqual({ reported: [a], dueAt: DUE });
  });
});
