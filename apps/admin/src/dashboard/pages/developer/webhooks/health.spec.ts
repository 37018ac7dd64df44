import type { Webhook } from '@libs/contract';
import { t } from '../../../../messages';
import { formatDuration, formatRate, stateOf } from './health';

const webhook = (status: Webhook['status'], disabled_reason: Webhook['disabled_reason'], failures: number) =>
  ({ status, disabled_reason, health: { consecutive_failures: failures } }) as Webhook;

describe('stateOf', () => {
  it.each([
    ['active', webhook('active', null, 0)],
    ['failing', webhook('active', null, 1)],
    ['disabled', webhook('disabled', null, 3)],
    ['disabledByService', webhook('disabled', 'gone', 0)],
    ['disabledByService', webhook('disabled', 'failing', 9)],
  ])('is %s', (expected, given) => expect(stateOf(given)).toBe(expected));
});

describe('formatRate', () => {
  it.each([
    [1, '100%'],
    [0.9999, '99.9%'],
    [0.5, '50%'],
    [0.004, '0.4%'],
    [0, '0%'],
  ])('formats %d as %s', (rate, expected) => expect(formatRate(rate)).toBe(expected));
});

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [1500, '1.5 s'],
    [15_000, '15.0 s'],
  ])('formats %d as %s', (milliseconds, expected) =>
    expect(formatDuration(milliseconds, t.deliveries)).toBe(expected),
  );
});
