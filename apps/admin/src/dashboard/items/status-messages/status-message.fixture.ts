import type { StatusMessage } from '@libs/contract';

/** A message for tests. */
export const statusMessage = (
  state: StatusMessage['state'],
  more: Partial<StatusMessage> = {},
): StatusMessage => ({
  id: '1',
  feedback_id: '2',
  state,
  previous_status: 'new',
  status: state === 'sent' || state === 'sending' ? 'planned' : null,
  message: null,
  actor: { type: 'owner' },
  created_at: '2026-03-04T10:00:00.000Z',
  due_at: '2026-03-04T10:02:00.000Z',
  sent_at: null,
  recipients: 214,
  delivered: 0,
  waiting: 0,
  refused: 0,
  ...more,
});
