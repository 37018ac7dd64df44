import { Logger } from '@nestjs/common';
import { DeliveryPurge } from './delivery-purge';

/** webhooks.md 2 */
describe('DeliveryPurge', () => {
  it('deletes deliveries that are older than the retention period, until none is left', async () => {
    const counts = [10_000, 1, 0];
    const ends: Date[] = [];
    const removeBefore = async (end: Date) => {
      ends.push(end);
      return counts.shift()!;
    };
    await new DeliveryPurge({ removeBefore }, 30, () => new Date('2026-03-31T10:00:00Z')).run();
    expect(ends).toEqual(Array(3).fill(new Date('2026-03-01T10:00:00Z')));
  });

  it('logs an error, and stops until the next run', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    jest.spyOn(Logger.prototype, 'log').mockImplementation();
    let runs = 0;
    const removeBefore = () => (runs++, Promise.reject(new Error('Connection terminated')));
    await new DeliveryPurge({ removeBefore }, 30, () => new Date()).run();
    expect(runs).toBe(1);
    expect(error.mock.calls).toEqual([
      ['Could not delete old deliveries; retrying in one hour: Connection terminated'],
    ]);
  });
});
