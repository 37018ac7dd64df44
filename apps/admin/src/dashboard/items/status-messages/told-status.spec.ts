import { statusMessage as message } from './status-message.fixture';
import { heldMessage, toldMessage } from './told-status';

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
