import type { StatusMessage } from '@libs/contract';
import { heldMessage, toldMessage } from './told-status';

const message = (state: StatusMessage['state'], more: Partial<StatusMessage> = {}): StatusMessage => ({
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

/** status-messages.md 6 */
describe('messages about an item', () => {
  it('have one that is held, or none', () => {
    expect(heldMessage([message('held'), message('sent')])?.state).toBe('held');
    expect(heldMessage([message('cancelled'), message('sent')])).toBeUndefined();
  });

  it.each([
    ['was told', [message('sent')], true],
    ['is being told', [message('sending')], true],
    [
      'was told before messages that were not sent',
      [message('held'), message('cancelled'), message('sent')],
      true,
    ],
    ['was told to no one', [message('sent', { recipients: 0 })], false],
    ['was told before another one', [message('sent', { status: 'building' }), message('sent')], false],
    ['was not told', [message('unchanged')], false],
  ])('say whether a status %s', (_, messages, expected) => {
    expect(toldMessage(messages, 'planned') !== undefined).toBe(expected);
  });
});
