import { deliveryFacts } from './delivery-facts';
import { statusMessage } from './status-message.fixture';

/** status-messages.md 6 */
describe('deliveryFacts', () => {
  it.each([
    ['a held message', statusMessage('held'), []],
    ['one that was cancelled', statusMessage('cancelled'), []],
    ['one to no one', statusMessage('sent', { recipients: 0 }), []],
    [
      'one that is being sent',
      statusMessage('sending', { delivered: 3, waiting: 211 }),
      ['Sending', '3 delivered', '211 waiting'],
    ],
    ['one that was sent', statusMessage('sent', { delivered: 1_200 }), ['1,200 delivered']],
    [
      'one with addresses that reject it',
      statusMessage('sent', { delivered: 9, refused: 2 }),
      ['9 delivered', '2 refused'],
    ],
  ])('of %s', (_, message, expected) => expect(deliveryFacts(message)).toEqual(expected));
});
