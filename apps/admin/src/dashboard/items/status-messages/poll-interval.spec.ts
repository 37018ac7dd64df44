import type { StatusMessage } from '@libs/contract';
import { statusMessage } from './status-message.fixture';
import { pollInterval } from './poll-interval';

const DUE = Date.parse('2026-03-04T10:02:00.000Z');
const message = (state: StatusMessage['state'], waiting = 0) => statusMessage(state, { waiting });

/** status-messages.md 6 */
describe('pollInterval', () => {
  it.each([
    ['without messages', [], 0, 30_000],
    ['at the start of a hold', [message('held')], -120_000, 10_000],
    ['at its end', [message('held')], -10_000, 5_000],
    ['while it is being sent', [message('sending', 214)], 10_000, 5_000],
    ['while many still wait', [message('sent', 3)], 120_000, 10_000],
    ['if a mail server takes long', [message('sent', 3)], 3_600_000, 30_000],
    ['after all are delivered', [message('sent')], 10_000, 30_000],
    ['after a cancellation', [message('cancelled')], -60_000, 30_000],
    ['of which one is held', [message('sent'), message('held')], -60_000, 10_000],
  ])('%s', (_, messages, sinceDue, expected) => {
    expect(pollInterval(messages, DUE + sinceDue)).toBe(expected);
  });
});
